from types import SimpleNamespace

import pytest

from lesson.kit.views import control_in


def test_a_control_that_a_form_lacks_is_named():
    fields = {"block": object()}
    form = SimpleNamespace(elements=SimpleNamespace(namedItem=fields.get), dataset=SimpleNamespace(lab="blocks"))
    assert control_in(form, "block") is fields["block"]
    with pytest.raises(LookupError, match='<form data-lab="blocks"> has no control named "width"'):
        control_in(form, "width")
