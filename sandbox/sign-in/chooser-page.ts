import { escapeHtml } from '../escape-html.ts';
import { PAGE_STYLE } from '../page-style.ts';
import type { SandboxAccount } from './accounts.ts';

const accountButton = ({ email, name }: SandboxAccount): string =>
  `<button name="email" value="${escapeHtml(email)}">${escapeHtml(name)}<small>${escapeHtml(email)}</small></button>`;

/** The page where the user chooses or creates an account. */
export const chooserPage = (accounts: SandboxAccount[], problem?: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Choose an account · Sign-in sandbox</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<p class="ribbon">Test mode</p>
<h1>Choose an account</h1>
<p>This page simulates a real sign-in provider.</p>
<form method="post">${accounts.map(accountButton).join('\n')}</form>
<hr>
<form method="post">
${problem ? `<p role="alert">${escapeHtml(problem)}</p>` : ''}
<label>Name <input name="name" required maxlength="100" autocomplete="name"></label>
<label>Email <input name="email" type="email" required maxlength="254" autocomplete="email"></label>
<button class="primary">Use this account</button>
</form>
</main>
</body>
</html>`;
