import request, { type Test } from 'supertest';

/** A client of `{base_url}/svc-forms/v1`. */
export class Api {
  constructor(
    readonly url: string,
    private readonly credentials: { login: string; password: string } | null = null,
  ) {}

  /** The same host without credentials. */
  get anonymous(): Api {
    return new Api(this.url);
  }

  get(path: string): Test {
    return this.send('get', path);
  }
  post(path: string, body?: object | string): Test {
    return this.send('post', path, body);
  }
  put(path: string, body?: object | string): Test {
    return this.send('put', path, body);
  }
  patch(path: string, body?: object | string): Test {
    return this.send('patch', path, body);
  }
  delete(path: string): Test {
    return this.send('delete', path);
  }

  /** A string body is sent as it is, as JSON. */
  send(method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string, body?: object | string): Test {
    const test = request(`${this.url}rest/svc-forms/v1`)[method](path);
    if (this.credentials) test.auth(this.credentials.login, this.credentials.password);
    if (body === undefined) return test;
    return test.set('Content-Type', 'application/json').send(body);
  }

  /** The answer as it comes, for bodies that are too large to keep. */
  stream(path: string): Promise<Response> {
    const { login = '', password = '' } = this.credentials ?? {};
    const basic = Buffer.from(`${login}:${password}`).toString('base64');
    return fetch(`${this.url}rest/svc-forms/v1${path}`, { headers: { Authorization: `Basic ${basic}` } });
  }

  /** Creates a form and returns its id. */
  async form(body: object = {}): Promise<number> {
    const created = await this.post('/forms', { title: 'Contact', fields: CONTACT, ...body });
    if (created.status !== 201) throw new Error(`POST /forms answered ${created.status} ${created.text}`);
    return created.body.id as number;
  }
}

/** The fields of the specification's own example. */
export const CONTACT = [
  { id: 'name', type: 'text', label: 'Name', required: true },
  { id: 'email', type: 'email', label: 'Email', required: true },
];
