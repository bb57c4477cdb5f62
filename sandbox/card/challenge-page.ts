import { PAGE_STYLE } from '../page-style.ts';

/** The page where a bank would ask its customer to confirm a payment (3-D Secure 2). */
export const challengePage = (amount: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Confirm your payment · Test bank</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<p class="ribbon">Test mode</p>
<h1>Confirm your payment</h1>
<p>Your bank would ask you to confirm the payment of <strong>${amount}</strong> here.</p>
<form method="post" class="challenge">
<button name="result" value="complete" class="primary">Complete authentication</button>
<button name="result" value="fail">Fail authentication</button>
</form>
</main>
<script>
if (window.parent !== window) {
  // A submitted form would add to the history of the page around the frame, where going back would seem to do nothing.
  document.forms[0].addEventListener('submit', async (event) => {
    event.preventDefault();
    await fetch('', { method: 'POST', body: new URLSearchParams({ result: event.submitter.value }) });
    window.parent.postMessage({ type: 'card-sandbox:challenge-done' }, window.location.origin);
  });
}
</script>
</body>
</html>`;
