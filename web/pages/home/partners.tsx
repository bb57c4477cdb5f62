import { Anchor, Compass, Feather, Hexagon, Leaf, Mountain, Sailboat, Waves } from 'lucide-react';
import { Carousel } from '#web/ui/carousel.tsx';

/** Four slides per view at every window width. `spacing` is in CSS pixels. */
const PARTNER_CAROUSEL = { perView: { 0: 4 }, spacing: 30 } as const;

/** Fictional companies. */
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
      <p className="font-bold text-primary">Collaborate Our Team Around The World</p>
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
        <div className="@container mb-12">
          <div className="panel flex h-24 flex-col items-center justify-center gap-2 text-center text-xs font-bold @min-[10rem]:flex-row @min-[10rem]:gap-3 @min-[10rem]:text-base">
            <Icon
              className="size-[clamp(1.5rem,40cqw,2rem)] shrink-0 text-primary @min-[10rem]:size-6"
              aria-hidden="true"
            />
            {/* Narrow slides show only the logo. */}
            <span className="sr-only @min-[6rem]:not-sr-only">{name}</span>
          </div>
        </div>
      )}
    </Carousel>
  </section>
);
