import { Moon, Sun } from 'lucide-react';
import { useTheme } from './use-theme.ts';

export const ThemeToggle = () => {
  const { theme, toggleTheme } = useTheme();
  const Icon = theme === 'light' ? Moon : Sun;
  const next = theme === 'light' ? 'dark' : 'light';
  return (
    <button
      type="button"
      className="btn btn-circle btn-ghost"
      onClick={toggleTheme}
      aria-label={`Use the ${next} theme`}
    >
      <Icon className="size-5" aria-hidden="true" />
    </button>
  );
};
