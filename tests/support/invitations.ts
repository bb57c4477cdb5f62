import type { RegistrationMode } from '#contract/registration-modes.ts';
import type { Invitation } from '#contract/registration.ts';
import { emailsTo } from './emails.ts';
import { PASSWORD } from './password.ts';
import type { ApiResponse, TestApp } from './test-app.ts';
import { cookieOf, signInAs, type TestUser } from './users.ts';

type Link = Pick<Invitation, 'link'>;

/** An admin who invites, and new users who register. */
export class Invitations {
  readonly app: TestApp;
  readonly admin: TestUser;
  private counter = 0;

  private constructor(app: TestApp, admin: TestUser) {
    this.app = app;
    this.admin = admin;
  }

  static async create(app: TestApp): Promise<Invitations> {
    return new Invitations(app, await signInAs(app, 'Admin'));
  }

  /** An address without an account or invitation. */
  nextEmail(): string {
    return `invited-${(this.counter += 1)}@example.test`;
  }

  asAdmin(method: string, path: string, body?: object): Promise<ApiResponse> {
    return this.app.call(method, path, { token: this.admin.token, body });
  }

  /** Changes who may register. */
  async setMode(mode: RegistrationMode): Promise<void> {
    const { version } = (await this.asAdmin('GET', '/site-settings')).body;
    const { status } = await this.asAdmin('PUT', '/registration', { mode, version });
    if (status !== 200) throw new Error(`The registration mode could not be changed: ${status}`);
  }

  async createLink(maxUses: number): Promise<Invitation> {
    return (await this.asAdmin('POST', '/invitations/links', { maxUses, days: 7 })).body as Invitation;
  }

  /** Invites an address by email. */
  invite(email: string): Promise<ApiResponse> {
    return this.asAdmin('POST', '/invitations/emails', { emails: [email], days: 7 });
  }

  async list(): Promise<Invitation[]> {
    return (await this.asAdmin('GET', '/invitations')).body as Invitation[];
  }

  async find(id: string): Promise<Invitation | undefined> {
    return (await this.list()).find(({ _id }) => _id === id);
  }

  async ofAddress(email: string): Promise<Invitation[]> {
    return (await this.list()).filter((invitation) => invitation.email === email);
  }

  /** The link in the newest email to an address. */
  async emailedLink(email: string): Promise<string> {
    const [newest] = await emailsTo(this.app, email);
    return /http\S+\/registration\/invitation\?token=[\w.-]+/.exec(newest!)![0];
  }

  tokenOf({ link }: Link): string {
    return new URL(link).searchParams.get('token')!;
  }

  open(token: string): Promise<ApiResponse> {
    return this.app.call('POST', '/invitations/opened', { body: { token } });
  }

  /** Opens an invitation. @returns its cookie */
  async opened(invitation: Link): Promise<string> {
    return cookieOf(await this.open(this.tokenOf(invitation)));
  }

  /** Registers an address, with the cookie of an opened invitation. */
  signUp(email: string, cookie?: string): Promise<ApiResponse> {
    const body = { email, name: 'Ina', password: PASSWORD };
    return this.app.call('POST', '/auth/sign-up/email', { body, cookie });
  }

  /** The number of accounts whose address matches an SQL pattern. */
  async countAccounts(pattern: string): Promise<number> {
    const { rowCount } = await this.app.pool.query('select from identity."user" where email like $1', [
      pattern,
    ]);
    return rowCount ?? 0;
  }
}
