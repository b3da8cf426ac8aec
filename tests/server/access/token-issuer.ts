/** A directory that answers every code with an ID token of `claims`, signed with the chosen key. */
import { createSign, generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CLIENT } from './directory-provider'

export interface TokenIssuer {
  issuer: string
  claims: Record<string, string>
  close(): Promise<void>
}
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

export async function startTokenIssuer(key: 'published' | 'other' | 'none'): Promise<TokenIssuer> {
  const [publishedKeys, otherKeys] = [0, 1].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }))
  const server = createServer((request, response) => {
    const answers: Record<string, () => object> = {
      '/.well-known/openid-configuration': () => ({
        issuer: issuer.issuer,
        authorization_endpoint: `${issuer.issuer}/auth`,
        token_endpoint: `${issuer.issuer}/token`,
        jwks_uri: `${issuer.issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      }),
      '/jwks': () => ({
        keys: [{ ...publishedKeys!.publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }],
      }),
      '/token': () => ({ access_token: 'a', token_type: 'Bearer', id_token: sign() }),
    }
    const answer = answers[new URL(request.url ?? '/', issuer.issuer).pathname]
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer?.() ?? {}))
  })
  function sign(): string {
    const now = Math.floor(Date.now() / 1000)
    const header = encode({ alg: key === 'none' ? 'none' : 'RS256', kid: 'k1' })
    const body = encode({ iss: issuer.issuer, aud: CLIENT.id, iat: now, exp: now + 300, ...issuer.claims })
    if (key === 'none') return `${header}.${body}.`
    const signer = createSign('RSA-SHA256').update(`${header}.${body}`)
    return `${header}.${body}.${signer.sign((key === 'published' ? publishedKeys : otherKeys)!.privateKey, 'base64url')}`
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer: TokenIssuer = {
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    claims: {},
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return issuer
}
