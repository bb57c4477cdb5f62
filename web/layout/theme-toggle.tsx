import { Moon, Sun } from 'lucide-react';
import { useTheme } from './use-theme.ts';

export const ThemeToggle = () => {
  const { theme, toggleTheme } = useTheme();
  const next = theme === 'light' ? 'dark' : 'light';
  return (
    <button
      type="button"
      className="btn btn-circle btn-ghost"
      onClick={toggleTheme}
      aria-label={`Use the ${next} theme`}
    >
      {/* CSS selects the icon, because the server that renders the page does not know the theme. */}
      <Moon className="size-5 dark:hidden" aria-hidden="true" />
      <Sun className="hidden size-5 dark:block" aria-hidden="true" />
    </button>
  );
};
