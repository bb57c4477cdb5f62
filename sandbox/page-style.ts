/** The styles of the sandboxes' pages. */
export const PAGE_STYLE = `
:root { color-scheme: light; font-family: system-ui, sans-serif; line-height: 1.5; color: #1c2333; background: #f2f4f8; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; }
main { box-sizing: border-box; width: min(100%, 26rem); padding: 2rem 1.5rem; background: #fff; border-radius: 1rem; }
h1 { margin: .5rem 0; font-size: 1.35rem; }
.ribbon { display: inline-block; margin: 0; padding: .1rem .6rem; border-radius: 1rem; background: #fff1c9; color: #6b4a00; font-size: .8rem; font-weight: 600; }
form { display: grid; gap: .6rem; margin: 1rem 0 0; }
label { display: grid; gap: .2rem; font-size: .9rem; font-weight: 600; }
input { font: inherit; padding: .6rem .75rem; border: 1px solid #7a869f; border-radius: .5rem; }
button, .button { font: inherit; font-weight: 600; text-align: left; padding: .7rem 1rem; border: 1px solid #c9d0de; border-radius: .6rem; background: #fff; color: inherit; cursor: pointer; }
button small { display: block; font-weight: 400; color: #55607a; }
button:hover { background: #f2f4f8; }
button:focus-visible, input:focus-visible { outline: 3px solid #2f5bd8; outline-offset: 2px; }
.primary { background: #1f3fae; border-color: #1f3fae; color: #fff; text-align: center; }
.challenge button { text-align: center; }
.primary:hover { background: #18338e; }
hr { width: 100%; border: 0; border-top: 1px solid #e1e5ee; margin: .6rem 0; }
`;
