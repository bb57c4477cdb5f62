import type { EditedHome, Slide } from '#contract/home-content.ts';
import type { SiteSettings } from '#contract/site-settings.ts';
import type { StoredSlide } from '../../database/schema.ts';
import { DEFAULT_HOME } from './default-home.ts';
import type { StoredHome, StoredSettings } from './site-settings.repository.ts';

const presentSlide = (slide: StoredSlide): Slide => ({ label: '', link: '', ...slide });

/** What visitors see of the home page: what admins have stored, and otherwise the default. */
export const presentHome = ({ slides, partners, services, calls, userCount }: StoredHome): EditedHome => ({
  slides: slides?.map(presentSlide) ?? DEFAULT_HOME.slides,
  partners: partners ?? DEFAULT_HOME.partners,
  services: services ?? DEFAULT_HOME.services,
  calls: calls ?? DEFAULT_HOME.calls,
  userCount,
});

/** The settings as admins see them. */
export const presentSettings = ({ updatedAt, home, ...settings }: StoredSettings): SiteSettings => ({
  ...settings,
  home: presentHome(home),
  updatedAt: updatedAt?.toISOString() ?? null,
});
