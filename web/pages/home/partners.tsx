import type { Partner } from '#contract/home-content.ts';
import { HomeSymbol } from '#web/home/home-symbol.tsx';
import { Carousel } from '#web/ui/carousel.tsx';

/** Four slides per view at every window width. `spacing` is in CSS pixels. */
const PARTNER_CAROUSEL = { perView: { 0: 4 }, spacing: 30 } as const;

const PartnerPanel = ({ name, ...symbol }: Partner) => (
  <div className="@container mb-12">
    <div className="panel flex min-h-24 flex-col items-center justify-center gap-2 text-center text-xs font-bold @min-[10rem]:flex-row @min-[10rem]:gap-3 @min-[10rem]:text-base">
      <HomeSymbol
        {...symbol}
        symbolClass="size-[clamp(1.5rem,40cqw,2rem)] shrink-0 text-primary @min-[10rem]:size-6"
        pictureClass="h-8 w-auto max-w-full shrink-0 object-contain"
      />
      {/* Narrow slides show only the logo. */}
      <span dir="auto" className="sr-only @min-[6rem]:not-sr-only">
        {name}
      </span>
    </div>
  </div>
);

export const Partners = ({ partners }: { partners: Partner[] }) => (
  <section className="page grid gap-6" aria-labelledby="partners">
    <header className="grid gap-1 text-center">
      <p className="font-bold text-primary">Collaborate Our Team Around The World</p>
      <h2 id="partners">Meet Our Global Partners</h2>
    </header>
    {partners.length <= PARTNER_CAROUSEL.perView[0] ? (
      <div className="flex flex-wrap justify-center gap-4">
        {partners.map((partner, index) => (
          <div key={index} className="w-40">
            <PartnerPanel {...partner} />
          </div>
        ))}
      </div>
    ) : (
      <Carousel
        label="Our partners"
        items={partners.map((partner, index) => ({ ...partner, index }))}
        keyOf={({ index }) => `${index}`}
        perView={PARTNER_CAROUSEL.perView}
        spacing={PARTNER_CAROUSEL.spacing}
        centered
        pagination
      >
        {(partner) => <PartnerPanel {...partner} />}
      </Carousel>
    )}
  </section>
);
