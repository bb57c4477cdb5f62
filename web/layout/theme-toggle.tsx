import { Moon, Sun } from 'lucide-react';

/**
 * Toggles the theme. A script in index.html handles the click, so that the button works before hydration. CSS selects
 * the icon and the name, because the server does not know the theme.
 */
export const ThemeToggle = () => (
  <button type="button" className="btn btn-circle btn-ghost" data-toggle-theme="">
    <span className="dark:hidden">
      <Moon className="size-5" aria-hidden="true" />
      <span className="sr-only">Use the dark theme</span>
    </span>
    <span className="hidden dark:inline">
      <Sun className="size-5" aria-hidden="true" />
      <span className="sr-only">Use the light theme</span>
    </span>
  </button>
);
