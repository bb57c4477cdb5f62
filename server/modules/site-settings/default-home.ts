import type { HomeContent, Slide } from '#contract/home-content.ts';

/** The default slides have none. */
const NO_BUTTON = { label: '', link: '' };

const hero = (name: string): string => `/pictures/heroes/${name}.svg`;

/** A slide whose text is on the plain part of its picture: beside the subject, or above it in narrow windows. */
const slide = (name: string, text: Slide['text'], headline: string): Slide => ({
  headline,
  subtitle: 'Teaching, Learning And Management',
  picture: hero(name),
  narrowPicture: hero(`${name}-narrow`),
  description: '',
  text,
  ...NO_BUTTON,
});

/** The number of users that the home page shows unless it shows the number of accounts. */
export const FIXED_USERS = 23;

/** The home page of a site whose owner has not changed it. The partners are fictional companies. */
export const DEFAULT_HOME: HomeContent = {
  slides: [
    slide('departure', 'dark', 'Learn With Us And Make A Smart Career'),
    slide('lesson', 'dark', 'Become A Teacher And Help To Build Their Career'),
    slide('badge', 'light', 'Develop Digital Skills And Earn The Badge To Built Career'),
    {
      headline: '',
      subtitle: '',
      picture: hero('harbor'),
      narrowPicture: '',
      description: 'Sailboats in a harbor at night, with a lighthouse',
      text: 'light',
      ...NO_BUTTON,
    },
  ],
  partners: [
    { name: 'Fjordline', symbol: 'waves', picture: '' },
    { name: 'Kestrel Labs', symbol: 'feather', picture: '' },
    { name: 'Oakbridge', symbol: 'leaf', picture: '' },
    { name: 'North & Co', symbol: 'compass', picture: '' },
    { name: 'Tidewater', symbol: 'anchor', picture: '' },
    { name: 'Alpenglow', symbol: 'mountain', picture: '' },
    { name: 'Hexa Studio', symbol: 'hexagon', picture: '' },
    { name: 'Spinnaker', symbol: 'sailboat', picture: '' },
    { name: 'Seagrass', symbol: 'leaf', picture: '' },
  ],
  services: [
    {
      title: 'Graphics Designing',
      text: 'Logos, type and pictures that people remember.',
      symbol: 'brush',
      picture: '',
    },
    {
      title: 'Digital Marketing',
      text: 'Campaigns that find the people who need you.',
      symbol: 'megaphone',
      picture: '',
    },
    {
      title: 'SEO Development',
      text: 'Pages that search engines read and rank.',
      symbol: 'search',
      picture: '',
    },
    {
      title: 'Application Development',
      text: 'Apps that work on every phone, even offline.',
      symbol: 'smartphone',
      picture: '',
    },
    {
      title: 'Game Development',
      text: 'From the first jump to the last boss.',
      symbol: 'gamepad',
      picture: '',
    },
    {
      title: 'UI/UX Designing',
      text: 'Screens that explain themselves.',
      symbol: 'layout',
      picture: '',
    },
  ],
  calls: [
    {
      title: 'Become A Teacher To This Platform',
      text: 'You know something that others would like to learn. Set your own price, and let us do the rest.',
      label: 'Become A Teacher',
      link: '/teacherReq',
      picture: hero('lesson'),
    },
    {
      title: 'Build the career that you want',
      text: 'Not sure which class comes first? Write to us. Someone who has been there will answer.',
      label: 'See More',
      link: '/contacts',
      picture: hero('departure'),
    },
  ],
};
