import { brandRuleOf } from '../card-number.ts';
import {
  checkCvc,
  checkExpiry,
  checkNumber,
  type FieldState,
  formatCvc,
  formatExpiry,
  formatNumber,
} from './card-fields.ts';
import { adoptStyle } from './card-style.ts';

export interface CardValues {
  number: string;
  expiryMonth: string;
  expiryYear: string;
  cvc: string;
}

interface CardOptions {
  disabled?: boolean;
  style?: { base?: { color?: string; '::placeholder'?: { color?: string } }; invalid?: { color?: string } };
}

type Listener = (event: object) => void;
type FieldName = 'number' | 'expiry' | 'cvc';

const FIELDS: Record<FieldName, { label: string; placeholder: string; autocomplete: string }> = {
  number: { label: 'Card number', placeholder: '1234 1234 1234 1234', autocomplete: 'cc-number' },
  expiry: { label: 'Expiry date', placeholder: 'MM / YY', autocomplete: 'cc-exp' },
  cvc: { label: 'Security code (CVC)', placeholder: 'CVC', autocomplete: 'cc-csc' },
};

const createInput = (name: FieldName): HTMLInputElement => {
  const { label, placeholder, autocomplete } = FIELDS[name];
  const input = document.createElement('input');
  Object.assign(input, {
    type: 'text',
    inputMode: 'numeric',
    autocomplete,
    placeholder,
    name: `card-${name}`,
  });
  input.setAttribute('aria-label', label);
  return input;
};

const element = (tag: string, className: string, ...children: (Node | string)[]): HTMLElement => {
  const node = document.createElement(tag);
  node.className = className;
  node.append(...children);
  return node;
};

/** The card form, with the interface of Stripe's card element. */
export class CardElement {
  readonly _elementType = 'card';
  private readonly inputs = {
    number: createInput('number'),
    expiry: createInput('expiry'),
    cvc: createInput('cvc'),
  };
  private readonly brand = element('span', 'card-sandbox-brand', 'Card');
  private readonly root: HTMLElement;
  private readonly listeners = new Map<string, Set<Listener>>();
  /** Fields that have lost the focus once. Only these show validation errors. */
  private readonly left = new Set<FieldName>();

  constructor(options: CardOptions = {}) {
    adoptStyle();
    const { number, expiry, cvc } = this.inputs;
    const ribbon = element(
      'p',
      'card-sandbox-ribbon',
      element('strong', '', 'Test mode'),
      'No real card is charged.',
    );
    const row = element(
      'div',
      'card-sandbox-row',
      element('div', 'card-sandbox-field card-sandbox-field--number', this.brand, number),
      element('div', 'card-sandbox-field card-sandbox-field--short', expiry),
      element('div', 'card-sandbox-field card-sandbox-field--short', cvc),
    );
    this.root = element('div', 'card-sandbox', row, ribbon);
    this.root.setAttribute('role', 'group');
    this.root.setAttribute('aria-label', 'Card details');
    this.update(options);
    this.listen('number', formatNumber, expiry);
    this.listen('expiry', formatExpiry, cvc);
    this.listen('cvc', (text) => formatCvc(text, number.value));
  }

  private listen(name: FieldName, format: (text: string) => string, next?: HTMLInputElement): void {
    const input = this.inputs[name];
    input.addEventListener('input', () => {
      const atEnd = input.selectionStart === input.value.length;
      const formatted = format(input.value);
      if (formatted !== input.value) input.value = formatted;
      if (!atEnd) this.emitChange();
      else if (this.stateOf(name).complete && next) next.focus();
      this.emitChange();
    });
    input.addEventListener('focus', () => this.emit('focus', { elementType: 'card' }));
    input.addEventListener('blur', () => {
      if (input.value) this.left.add(name);
      this.emitChange();
      this.emit('blur', { elementType: 'card' });
    });
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') this.emit('escape', { elementType: 'card' });
    });
  }

  private stateOf(name: FieldName): FieldState {
    const { number, expiry, cvc } = this.inputs;
    if (name === 'number') return checkNumber(number.value);
    return name === 'expiry' ? checkExpiry(expiry.value) : checkCvc(cvc.value, number.value);
  }

  private emitChange(): void {
    const names = Object.keys(this.inputs) as FieldName[];
    const states = names.map((name) => ({ name, ...this.stateOf(name) }));
    const shown = states.filter(({ name, error }) => {
      const isSettled = this.left.has(name) || (name !== 'number' && error?.code.startsWith('invalid_'));
      return error && isSettled && this.inputs[name].value !== '';
    });
    for (const name of names) {
      this.inputs[name].setAttribute('aria-invalid', String(shown.some((state) => state.name === name)));
    }
    const { brand } = brandRuleOf(this.inputs.number.value.replace(/\s/g, ''));
    this.brand.textContent = brand === 'unknown' ? 'Card' : brand;
    const error = shown[0]?.error;
    this.emit('change', {
      elementType: 'card',
      empty: names.every((name) => this.inputs[name].value === ''),
      complete: states.every(({ complete }) => complete),
      error: error && { type: 'validation_error', ...error },
      brand,
      value: { postalCode: '' },
    });
  }

  /** The first validation error, as confirming the payment would report it. */
  get problem(): { code: string; message: string } | undefined {
    return (['number', 'expiry', 'cvc'] as const).map((name) => this.stateOf(name).error).find(Boolean);
  }

  get values(): CardValues {
    const [expiryMonth = '', expiryYear = ''] = this.inputs.expiry.value.split(' / ');
    return { number: this.inputs.number.value, expiryMonth, expiryYear, cvc: this.inputs.cvc.value };
  }

  mount(target: string | HTMLElement): void {
    const parent = typeof target === 'string' ? document.querySelector(target) : target;
    if (!parent) throw new Error(`The element to mount the card form in was not found`);
    parent.replaceChildren(this.root);
    queueMicrotask(() => this.emit('ready', { elementType: 'card' }));
  }

  update({ disabled, style }: CardOptions): void {
    if (disabled !== undefined) for (const input of Object.values(this.inputs)) input.disabled = disabled;
    const colors = {
      '--card-color': style?.base?.color,
      '--card-placeholder': style?.base?.['::placeholder']?.color,
      '--card-invalid': style?.invalid?.color,
    };
    for (const [name, value] of Object.entries(colors)) if (value) this.root.style.setProperty(name, value);
  }

  on(event: string, listener: Listener): this {
    this.listeners.set(event, (this.listeners.get(event) ?? new Set()).add(listener));
    return this;
  }

  once(event: string, listener: Listener): this {
    const wrapped: Listener = (details) => {
      this.off(event, wrapped);
      listener(details);
    };
    return this.on(event, wrapped);
  }

  off(event: string, listener?: Listener): this {
    if (listener) this.listeners.get(event)?.delete(listener);
    else this.listeners.delete(event);
    return this;
  }

  private emit(event: string, details: object): void {
    for (const listener of [...(this.listeners.get(event) ?? [])]) listener(details);
  }

  focus(): void {
    this.inputs.number.focus();
  }

  blur(): void {
    if (this.root.contains(document.activeElement)) (document.activeElement as HTMLElement).blur();
  }

  clear(): void {
    for (const input of Object.values(this.inputs)) input.value = '';
    this.left.clear();
    this.emitChange();
  }

  unmount(): void {
    this.root.remove();
  }

  destroy(): void {
    this.unmount();
    this.listeners.clear();
  }
}
