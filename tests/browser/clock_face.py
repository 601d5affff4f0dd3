"""The clock of an open page: one of its moments as the page shows it, and as the core counts it."""

from dataclasses import dataclass

from checkpointing.referee import watch
from checkpointing.report import Report
from checkpointing.strategy import plan
from tests.browser.opened import Opened

COUNTS = ("now-forward", "now-recomputed", "now-states", "now-vectors", "now-peak")
# Goes through moments as a hand on the scrubber does, and reads all that it moves. Bars under the band are states
# alive: the rows of a grid, from below, are h_0, h_1, ..., for every state is made at least once.
_SHOWN = r"""moments => {
    const player = document.querySelector("[data-player=clock]"), field = player.querySelector("input[type=range]");
    const strokes = group => [...(group?.querySelector("path").getAttribute("d") ?? "").matchAll(
        /M ([\d.]+) ([\d.]+) L ([\d.]+)/g)].map(([, x, y, end]) => [Number(x), Number(y), Number(end)]);
    const svg = player.querySelector("[data-drawing] svg"), groups = [...svg.children];
    const grids = groups.filter(g => g.matches(".mark-now")).slice(0, 2).map(band => {
        const own = groups.slice(groups.indexOf(band) + 1);
        own.splice(own.findIndex(g => g.matches(".mark-now")));
        const bars = own.filter(g => g.matches(".mark-state, .mark-again")).flatMap(strokes);
        const rows = [...new Set(bars.map(([, y]) => y))].sort((one, other) => other - one);
        return {band, bars, rows};
    });
    const all = (selector, pair) => Object.fromEntries([...player.querySelectorAll(selector)].map(pair));
    const alive = ({band, bars, rows}) => {
        const [, moved] = /translate\(([\d.]+)/.exec(band.getAttribute("transform"));
        const now = Number(moved) + Number(/M ([\d.]+)/.exec(band.querySelector("path").getAttribute("d"))[1]);
        const under = bars.filter(([x, , end]) => x < now && now < end);
        return under.map(([, y]) => rows.indexOf(y)).sort((one, other) => one - other);
    };
    return moments.map(moment => {
        field.value = moment + 1;
        field.dispatchEvent(new Event("input", {bubbles: true}));
        return {
            moment: Number(player.querySelector("[data-slot=moment]").value) - 1,
            slots: all("data[data-slot]", slot => [slot.dataset.slot, Number(slot.value)]),
            says: all("[data-says]", place => [place.dataset.says, place.textContent]),
            alive: grids.map(alive),
            told: field.getAttribute("aria-valuetext"),
            row: [...player.querySelector("[data-frames] [aria-current]")?.cells ?? []].map(
                cell => cell.querySelector("data")?.value ?? cell.textContent),
        };
    });
}"""


def shown(opened: Opened, moments: range) -> list[dict]:
    """What the page shows at each of the moments, counted from 0."""
    return opened.page.evaluate(_SHOWN, list(moments))


@dataclass(frozen=True)
class Counted:
    """A schedule as the referee of the core has counted it."""

    report: Report

    @classmethod
    def of(cls, strategy: str, layers: int, states: int) -> "Counted":
        return cls(watch(plan(strategy, layers, states).actions(), layers))

    @property
    def steps(self) -> int:
        return len(self.report.live_vectors)

    def alive(self, moment: int) -> list[int]:
        """The states alive at that moment, counted from 0: none of what has ended."""
        return sorted(life.layer for life in self._states if life.born <= moment < life.died)

    def counts(self, moment: int) -> tuple[int, ...]:
        """What COUNTS are."""
        made = [life for life in self._states if life.born <= moment and life.layer]
        again, vectors = sum(life.again for life in made), (*self.report.live_vectors, 0)[min(moment, self.steps)]
        peak = max(len(self.alive(earlier)) for earlier in range(moment + 1))
        return len(made), again, len(self.alive(moment)), vectors, peak

    @property
    def _states(self):
        return [life for life in self.report.lives if life.kind == "state"]
