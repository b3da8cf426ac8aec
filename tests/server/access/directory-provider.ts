/** A real OpenID Connect provider on a free port, and a browser that signs in there. */
import Provider from 'oidc-provider'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export const CLIENT = { id: 'plant', secret: 'only-for-this-test' }
export const WAY_BACK = 'http://plant.test/'

export interface DirectoryAccount {
  sub: string
  [claim: string]: unknown
}
export interface TestDirectory {
  issuer: string
  /** By the lasting name, which is what its page asks for. */
  accounts: Map<string, DirectoryAccount>
  /** Signs in as somebody where the plant sent the browser; answers the address it comes back with. */
  visit(url: string, login: string): Promise<URL>
  close(): Promise<void>
}

export async function startDirectory(): Promise<TestDirectory> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const accounts = new Map<string, DirectoryAccount>()
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [WAY_BACK],
        application_type: 'web',
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], profile: ['name', 'preferred_username', 'groups'], email: ['email', 'email_verified'] },
    findAccount: (_ctx, id) => {
      const found = accounts.get(id)
      return found ? { accountId: id, claims: () => found } : undefined
    },
    // Its own page for trying: a login without a password, and a consent.
    features: { devInteractions: { enabled: true } },
    pkce: { required: () => true },
    cookies: { keys: ['for this test'] },
  })
  server.on('request', provider.callback())
  return {
    issuer,
    accounts,
    visit: (url, login) => visited(issuer, url, login),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** A browser as far as this needs one: it keeps cookies, follows redirects, and sends the form of a page. */
async function visited(issuer: string, url: string, login: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let next = new URL(url)
  let form: URLSearchParams | null = null
  for (let step = 0; step < 20; step++) {
    const answer: Response = await fetch(next, {
      method: form ? 'POST' : 'GET',
      body: form,
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
    const to = answer.headers.get('location')
    form = null
    if (to) {
      next = new URL(to, next)
      if (next.origin !== issuer) return next
      continue
    }
    const page = await answer.text()
    const action = /action="([^"]+)"/.exec(page)?.[1]
    if (!action) throw new Error(`no form at ${next.href}: ${answer.status} ${page.slice(0, 300)}`)
    next = new URL(action, next)
    const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1] ?? ''
    form = new URLSearchParams({ prompt, login, password: 'any' })
  }
  throw new Error('the directory sent the browser around in circles')
}
