import { Brush, Gamepad2, LayoutTemplate, Megaphone, Search, Smartphone } from 'lucide-react';

/** The six services that the company offers. */
const SERVICES = [
  { title: 'Graphics Designing', text: 'Logos, type and pictures that people remember.', Icon: Brush },
  { title: 'Digital Marketing', text: 'Campaigns that find the people who need you.', Icon: Megaphone },
  { title: 'SEO Development', text: 'Pages that search engines read and rank.', Icon: Search },
  {
    title: 'Application Development',
    text: 'Apps that work on every phone, even offline.',
    Icon: Smartphone,
  },
  { title: 'Game Development', text: 'From the first jump to the last boss.', Icon: Gamepad2 },
  { title: 'UI/UX Designing', text: 'Screens that explain themselves.', Icon: LayoutTemplate },
];

export const Services = () => (
  <section className="page grid gap-8" aria-labelledby="services">
    <h2 id="services">Our services</h2>
    <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
      {SERVICES.map(({ title, text, Icon }) => (
        <li key={title} className="panel grid gap-3 p-6">
          <span className="grid size-12 place-items-center rounded-full bg-secondary text-secondary-content">
            <Icon className="size-6" aria-hidden="true" />
          </span>
          <h3 className="text-lg font-bold">{title}</h3>
          <p className="muted">{text}</p>
        </li>
      ))}
    </ul>
  </section>
);
