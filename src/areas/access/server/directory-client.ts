/** Client of the plant's own directory by OpenID Connect: authorization code flow with PKCE, state and nonce. */
import * as oidc from 'openid-client'
import type { DirectorySettings } from '@/server/directory-settings'
import type { Claims } from '../rules/directory'

/** Secrets of one sign-in flow. The server checks the directory's answer with them. */
export interface FlowSecrets {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

/**
 * Error codes with which `openid-client` reports an invalid answer of the directory. They count as a refusal, like the
 * two error classes in `isRefusal`; every other error means that the directory was unreachable.
 */
const INVALID_ANSWER_CODES = new Set([
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
  (error instanceof oidc.ClientError && INVALID_ANSWER_CODES.has(error.code ?? ''))

/** Contacts the directory only when somebody signs in, so a plant starts and works while its directory is down. */
export class DirectoryClient {
  private configurationPromise: Promise<oidc.Configuration> | undefined

  constructor(
    private readonly settings: DirectorySettings,
    private readonly reportRefusal: (error: unknown) => void,
  ) {}

  /**
   * Returns the URL to redirect the browser to, and the secrets with which the directory's answer will be checked.
   * @throws when the directory is unreachable
   */
  async begin(): Promise<FlowSecrets & { url: string }> {
    const verifier = oidc.randomPKCECodeVerifier()
    const state = oidc.randomState()
    const nonce = oidc.randomNonce()
    const url = oidc.buildAuthorizationUrl(await this.loadConfiguration(), {
      redirect_uri: this.redirectUri,
      scope: 'openid profile email',
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    })
    return { url: url.href, state, nonce, verifier }
  }

  /**
   * Exchanges the returned code for the person's claims, from the signed ID token and the userinfo endpoint if there is
   * one. Null if the directory rejects the code. @throws when the directory is unreachable
   */
  async fetchClaims(code: string, { state, nonce, verifier }: FlowSecrets): Promise<Claims | null> {
    const configuration = await this.loadConfiguration()
    const callbackUrl = new URL(this.redirectUri)
    callbackUrl.search = new URLSearchParams({ code, state, iss: configuration.serverMetadata().issuer }).toString()
    try {
      const tokens = await oidc.authorizationCodeGrant(configuration, callbackUrl, {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      })
      const idTokenClaims = tokens.claims()
      if (!idTokenClaims) return null
      const userInfo = configuration.serverMetadata().userinfo_endpoint
        ? await oidc.fetchUserInfo(configuration, tokens.access_token, idTokenClaims.sub)
        : {}
      return { ...userInfo, ...idTokenClaims }
    } catch (error) {
      if (!isRefusal(error)) throw error
      this.reportRefusal(error)
      return null
    }
  }

  private get redirectUri(): string {
    return `${this.settings.publicUrl}/`
  }
  private loadConfiguration(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.settings
    const url = new URL(issuer)
    // Plain HTTP is allowed to this machine only.
    const isLocal = ['localhost', '127.0.0.1'].includes(url.hostname)
    // The library verifies no signature of a token that came over TLS unless told to (OpenID Connect Core 1.0,
    // 3.1.3.7).
    const options = { execute: [oidc.enableNonRepudiationChecks, ...(isLocal ? [oidc.allowInsecureRequests] : [])] }
    this.configurationPromise ??= oidc
      .discovery(url, clientId, clientSecret || undefined, undefined, options)
      .catch((error: unknown) => {
        this.configurationPromise = undefined
        throw error
      })
    return this.configurationPromise
  }
}
