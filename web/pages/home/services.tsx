import type { Service } from '#contract/home-content.ts';
import { HomeSymbol } from '#web/home/home-symbol.tsx';

export const Services = ({ services }: { services: Service[] }) => (
  <section className="page grid gap-8" aria-labelledby="services">
    <h2 id="services">Our services</h2>
    <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
      {services.map(({ title, text, ...symbol }, index) => (
        <li key={index} className="panel grid content-start gap-3 p-6">
          <span className="grid size-12 place-items-center overflow-hidden rounded-full bg-secondary text-secondary-content">
            <HomeSymbol {...symbol} symbolClass="size-6" pictureClass="size-12 object-cover" />
          </span>
          <h3 dir="auto" className="text-lg font-bold wrap-anywhere">
            {title}
          </h3>
          {text && (
            <p dir="auto" className="muted wrap-anywhere">
              {text}
            </p>
          )}
        </li>
      ))}
    </ul>
  </section>
);
