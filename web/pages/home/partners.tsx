import { Anchor, Compass, Feather, Hexagon, Leaf, Mountain, Sailboat, Waves } from 'lucide-react';
import { PARTNER_CAROUSEL } from '#contract/constants.ts';
import { Carousel } from '#web/ui/carousel.tsx';

/** Companies of our own invention. */
const PARTNERS = [
  { name: 'Fjordline', Icon: Waves },
  { name: 'Kestrel Labs', Icon: Feather },
  { name: 'Oakbridge', Icon: Leaf },
  { name: 'North & Co', Icon: Compass },
  { name: 'Tidewater', Icon: Anchor },
  { name: 'Alpenglow', Icon: Mountain },
  { name: 'Hexa Studio', Icon: Hexagon },
  { name: 'Spinnaker', Icon: Sailboat },
  { name: 'Seagrass', Icon: Leaf },
];

export const Partners = () => (
  <section className="page grid gap-6" aria-labelledby="partners">
    <header className="grid gap-1 text-center">
      <p className="text-sm font-bold tracking-wide text-primary uppercase">
        Collaborate Our Team Around The World
      </p>
      <h2 id="partners">Meet Our Global Partners</h2>
    </header>
    <Carousel
      label="Our partners"
      items={PARTNERS}
      keyOf={({ name }) => name}
      perView={PARTNER_CAROUSEL.perView}
      spacing={PARTNER_CAROUSEL.spacing}
      centered
      pagination
    >
      {({ name, Icon }) => (
        <div className="panel mb-12 flex h-24 items-center justify-center gap-3 px-4 font-bold">
          <Icon className="size-6 shrink-0 text-primary" aria-hidden="true" />
          {name}
        </div>
      )}
    </Carousel>
  </section>
);
