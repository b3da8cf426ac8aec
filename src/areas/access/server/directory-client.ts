/** The plant's own directory of people, asked by OpenID Connect: authorization code with PKCE, state and nonce. */
import * as oidc from 'openid-client'
import type { DirectorySettings } from '@/server/directory-settings'
import type { Claims } from '../rules/directory'

/** What an answer of the directory is checked with. */
export interface Checks {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/** Answers that the directory gave and that do not hold; everything else means that it could not be asked. */
const INVALID_ANSWERS = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_PARSE_ERROR',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
])
const isRefusal = (error: unknown): boolean =>
  error instanceof oidc.ResponseBodyError ||
  error instanceof oidc.AuthorizationResponseError ||
  (error instanceof oidc.ClientError && INVALID_ANSWERS.has(error.code ?? ''))

/** Asked over the network only when somebody signs in: a plant starts, and works on, while its directory is away. */
export class DirectoryClient {
  private found: Promise<oidc.Configuration> | undefined

  constructor(
    private readonly settings: DirectorySettings,
    private readonly tellRefusal: (error: unknown) => void,
  ) {}

  /** Where the browser is to go, and what its answer is checked with. @throws when the directory is away */
  async begin(): Promise<Checks & { url: string }> {
    const verifier = oidc.randomPKCECodeVerifier()
    const [state, nonce] = [oidc.randomState(), oidc.randomNonce()]
    const url = oidc.buildAuthorizationUrl(await this.configuration(), {
      redirect_uri: this.wayBack,
      scope: 'openid profile email',
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    })
    return { url: url.href, state, nonce, verifier }
  }

  /**
   * What the directory says of the person, by the code that came back: of its signed token, and of its page on the person
   * where it has one. Null when it does not stand by the code. @throws when the directory is away
   */
  async claims(code: string, { state, nonce, verifier }: Checks): Promise<Claims | null> {
    const configuration = await this.configuration()
    const back = new URL(this.wayBack)
    back.search = new URLSearchParams({ code, state, iss: configuration.serverMetadata().issuer }).toString()
    try {
      const tokens = await oidc.authorizationCodeGrant(configuration, back, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      const told = tokens.claims()
      if (!told) return null
      const more = configuration.serverMetadata().userinfo_endpoint
        ? await oidc.fetchUserInfo(configuration, tokens.access_token, told.sub)
        : {}
      return { ...more, ...told }
    } catch (error) {
      if (!isRefusal(error)) throw error
      this.tellRefusal(error)
      return null
    }
  }

  private get wayBack(): string {
    return `${this.settings.publicUrl}/`
  }
  private configuration(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.settings
    const url = new URL(issuer)
    // Unencrypted on this machine alone.
    const isLocal = ['localhost', '127.0.0.1'].includes(url.hostname)
    // The library verifies no signature of a token that came over TLS unless told to (OpenID Connect Core 1.0, 3.1.3.7).
    const options = { execute: [oidc.enableNonRepudiationChecks, ...(isLocal ? [oidc.allowInsecureRequests] : [])] }
    this.found ??= oidc
      .discovery(url, clientId, clientSecret || undefined, undefined, options)
      .catch((error: unknown) => {
        this.found = undefined
        throw error
      })
    return this.found
  }
}
