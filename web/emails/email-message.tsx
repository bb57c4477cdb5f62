import {
  Body,
  Button,
  Column,
  Container,
  Head,
  Heading,
  Html,
  Link,
  Preview,
  Row,
  Section,
  Text,
} from 'react-email';
import type { EmailContent } from '#contract/email-content.ts';
import { type Brand, siteName } from '#contract/brand.ts';
import { type AccentColors, accentColors } from '#contract/brand-colors.ts';
import { THEME_COLORS } from '#contract/theme-colors.ts';

const FONT = "'Plus Jakarta Sans', 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const LIGHT = { ...THEME_COLORS.light, soft: '#4f6066' };
const DARK = { ...THEME_COLORS.dark, soft: '#a9babd' };

/**
 * Colors for email clients with a dark theme that support media queries. Other clients invert the light colors.
 * `Body` also sets its background on a cell of its own.
 */
const darkTheme = ({ accent, onAccent }: AccentColors['dark']): string => `
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .email-page, .email-page > table > tbody > tr > td { background: ${DARK.page} !important; }
  .email-card { background: ${DARK.card} !important; border-color: ${DARK.line} !important; }
  .email-text { color: ${DARK.text} !important; }
  .email-soft { color: ${DARK.soft} !important; }
  .email-line { border-color: ${DARK.line} !important; }
  .email-action { background: ${accent} !important; color: ${onAccent} !important; }
}`;

const text = {
  fontFamily: FONT,
  color: LIGHT.text,
  fontSize: '16px',
  lineHeight: '25px',
  margin: '0 0 16px',
};
const soft = { ...text, color: LIGHT.soft, fontSize: '13px', lineHeight: '20px', margin: '0 0 8px' };

/** A sentence of the product. Its direction is fixed, so that a right-to-left name at its start does not change it. */
const Paragraph = ({ children }: { children: string }) => (
  <Text className="email-text" style={text}>
    {children}
  </Text>
);

/** The facts of the email, as a small table. */
const Facts = ({ facts }: { facts: [string, string][] }) => (
  <Section style={{ margin: '0 0 20px' }}>
    {facts.map(([name, value], index) => (
      <Row key={index} className="email-line" style={{ borderBottom: `1px solid ${LIGHT.line}` }}>
        <Column
          className="email-soft"
          dir="auto"
          style={{ ...soft, padding: '8px 16px 8px 0', width: '40%' }}
        >
          {name}{' '}
        </Column>
        <Column className="email-text" dir="auto" style={{ ...text, fontWeight: 600, padding: '8px 0' }}>
          {value}
          <br />
        </Column>
      </Row>
    ))}
  </Section>
);

/** A user's text, in its own direction and with its line breaks. */
const Quote = ({ children }: { children: string }) => (
  <Text
    className="email-text email-line"
    dir="auto"
    style={{
      ...text,
      borderInlineStart: `3px solid ${LIGHT.line}`,
      paddingInlineStart: '16px',
      whiteSpace: 'pre-wrap',
      overflowWrap: 'anywhere',
      margin: '0 0 20px',
    }}
  >
    {children.split('\n').map((line, index) => (
      <span key={index}>
        {index > 0 && <br />}
        {line}
      </span>
    ))}
  </Text>
);

/** The layout of all emails. The text version is generated from the same markup. */
export const EmailMessage = ({
  subject,
  greeting,
  paragraphs,
  facts,
  quote,
  action,
  help,
  after = [],
  preferencesUrl,
  brand,
}: EmailContent & { brand: Brand }) => {
  const colors = accentColors(brand.accent);
  return (
    <Html lang="en">
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{darkTheme(colors.dark)}</style>
      </Head>
      <Preview useTitleTag={false}>{paragraphs[0] ?? subject}</Preview>
      <Body className="email-page" style={{ background: LIGHT.page, margin: 0, padding: '24px 8px' }}>
        <Container style={{ maxWidth: '560px', width: '100%' }}>
          <Text
            className="email-text"
            data-skip-in-text
            style={{ ...text, fontSize: '20px', fontWeight: 800, margin: '0 8px 16px' }}
          >
            {siteName(brand)}
          </Text>
          <Section
            className="email-card"
            style={{
              background: LIGHT.card,
              border: `1px solid ${LIGHT.line}`,
              borderRadius: '12px',
              padding: '28px 28px 12px',
            }}
          >
            <Heading
              as="h1"
              className="email-text"
              data-skip-in-text
              style={{
                ...text,
                fontSize: '22px',
                lineHeight: '30px',
                fontWeight: 700,
                overflowWrap: 'anywhere',
              }}
            >
              {subject}
            </Heading>
            <Paragraph>{greeting}</Paragraph>
            {paragraphs.map((paragraph, index) => (
              <Paragraph key={index}>{paragraph}</Paragraph>
            ))}
            {facts && <Facts facts={facts} />}
            {quote && <Quote>{quote}</Quote>}
            {action && (
              <Section style={{ margin: '8px 0 24px' }}>
                <Button
                  className="email-action"
                  href={action.url}
                  style={{
                    background: colors.light.accent,
                    color: colors.light.onAccent,
                    borderRadius: '8px',
                    fontFamily: FONT,
                    fontSize: '16px',
                    fontWeight: 700,
                    padding: '12px 22px',
                  }}
                >
                  {action.label}
                </Button>
              </Section>
            )}
            {help && (
              <Text style={soft}>
                <Link href={help.url} className="email-soft" style={{ ...soft, textDecoration: 'underline' }}>
                  {help.label}
                </Link>
              </Text>
            )}
            {after.map((paragraph, index) => (
              <Paragraph key={index}>{paragraph}</Paragraph>
            ))}
          </Section>
          <Section style={{ padding: '16px 8px 0' }}>
            {preferencesUrl && (
              <Text className="email-soft" style={soft}>
                <Link
                  href={preferencesUrl}
                  className="email-soft"
                  style={{ ...soft, textDecoration: 'underline' }}
                >
                  Choose which emails you get
                </Link>
              </Text>
            )}
            <Text className="email-soft" style={soft}>
              {brand.company}
            </Text>
          </Section>
        </Container>
      </Body>
    </Html>
  );
};
