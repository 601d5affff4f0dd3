// Unzips a file while it comes, in a worker, since the page has itself to lay out meanwhile; where workers are forbidden
// or never answer, in the page once the file is there. A classic script; built pages hold its text.
(() => {
  "use strict";
  const PATIENCE = 5000; // milliseconds a worker may take after the file's end
  const worked = () => { // the worker's own script
    const {readable, writable} = new DecompressionStream("gzip");
    const writer = writable.getWriter();
    onmessage = ({data}) => (data ? writer.write(data) : writer.close()).catch(() => {}); // told of by what is read
    const content = new Response(readable).arrayBuffer();
    content.then((bytes) => postMessage(bytes, [bytes]), (error) => postMessage(String(error)));
  };
  const here = (zipped) =>
    new Response(new Blob([zipped]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();

  /** `write` takes the pieces as they come; `end`, given all of them, the content. Fails if they are no whole gzip. */
  globalThis.unzipping = () => {
    let worker;
    const address = URL.createObjectURL(new Blob([`(${worked})()`], {type: "text/javascript"}));
    const end = () => {
      worker?.terminate();
      URL.revokeObjectURL(address);
    };
    const content = new Promise((resolve, reject) => {
      worker = new Worker(address); // what it throws where it is forbidden rejects
      worker.onmessage = ({data}) => (typeof data === "string" ? reject(new Error(data)) : resolve(data));
      worker.onerror = () => reject(new Error("no worker"));
    });
    content.catch(() => {}).then(end);
    return {
      write: (piece) => worker?.postMessage(piece),
      end: async (zipped) => {
        worker?.postMessage(null);
        const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
        const found = await Promise.race([content.catch(() => undefined), late]);
        end();
        return found ?? here(zipped);
      },
      stop: end,
    };
  };
})();
