import type { ComponentProps } from 'react';
import { HOME_SYMBOLS } from '#contract/home-content.ts';
import { ImageField } from '#web/images/image-field.tsx';
import { capitalize } from '#web/ui/capitalize.ts';
import { SelectField } from '#web/ui/select-field.tsx';

const SYMBOLS = HOME_SYMBOLS.map((value) => ({
  value,
  label: capitalize(value),
}));

interface SymbolFieldsProps {
  symbol: Omit<ComponentProps<typeof SelectField>, 'label' | 'options' | 'placeholder'>;
  picture: Omit<ComponentProps<typeof ImageField>, 'label' | 'isOptional'>;
}

/** The symbol of an entry, and the picture that can replace it. */
export const SymbolFields = ({ symbol, picture }: SymbolFieldsProps) => (
  <>
    <SelectField
      label="Symbol"
      hint="Shown while there is no picture."
      options={SYMBOLS}
      placeholder="Choose"
      {...symbol}
    />
    <ImageField label="Picture URL" isOptional {...picture} />
  </>
);
