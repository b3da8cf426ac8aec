/** A real OpenID Connect provider on a free port, and a browser that signs in there. */
import Provider from 'oidc-provider'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export const CLIENT = { id: 'plant', secret: 'only-for-this-test' }
export const REDIRECT_URI = 'http://plant.test/'

export interface DirectoryAccount {
  sub: string
  [claim: string]: unknown
}
export interface TestDirectory {
  issuer: string
  /** Accounts by their subject identifier (`sub`), which the provider's login page asks for. */
  accounts: Map<string, DirectoryAccount>
  /** Opens the plant's authorization URL and signs in with the subject `login`. Resolves with the URL of the redirect back. */
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
        redirect_uris: [REDIRECT_URI],
        application_type: 'web',
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], profile: ['name', 'preferred_username', 'groups'], email: ['email', 'email_verified'] },
    findAccount: (_ctx, id) => {
      const account = accounts.get(id)
      return account ? { accountId: id, claims: () => account } : undefined
    },
    // The provider's development pages: a login without a password, and a consent.
    features: { devInteractions: { enabled: true } },
    pkce: { required: () => true },
    cookies: { keys: ['for this test'] },
  })
  server.on('request', provider.callback())
  return {
    issuer,
    accounts,
    visit: (url, login) => signInWithBrowser(issuer, url, login),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** A minimal browser: keeps cookies, follows redirects and submits the form of each page. */
async function signInWithBrowser(issuer: string, url: string, login: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let nextUrl = new URL(url)
  let form: URLSearchParams | null = null
  for (let step = 0; step < 20; step++) {
    const answer: Response = await fetch(nextUrl, {
      method: form ? 'POST' : 'GET',
      body: form,
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const equalsIndex = pair.indexOf('=')
      cookies.set(pair.slice(0, equalsIndex), pair.slice(equalsIndex + 1))
    }
    const location = answer.headers.get('location')
    form = null
    if (location) {
      nextUrl = new URL(location, nextUrl)
      if (nextUrl.origin !== issuer) return nextUrl
      continue
    }
    const page = await answer.text()
    const formAction = /action="([^"]+)"/.exec(page)?.[1]
    if (!formAction) throw new Error(`no form at ${nextUrl.href}: ${answer.status} ${page.slice(0, 300)}`)
    nextUrl = new URL(formAction, nextUrl)
    const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1] ?? ''
    form = new URLSearchParams({ prompt, login, password: 'any' })
  }
  throw new Error('the directory redirected more than 20 times')
}
