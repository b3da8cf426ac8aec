/** Sign-in flows through the plant's own directory. */
import { createHash, randomBytes } from 'node:crypto'
import { Refusal, errno, refuse } from '@/contract/errno'
import type { Context } from '@/server/context'
import { directoryFlow } from '@/server/db/sign-in-tables'
import type { DirectorySettings } from '@/server/directory-settings'
import { getDirectory, warnOfExternalFailure } from '@/server/directory'
import { columns, sql } from '@/server/sql'
import { directoryBegin, directoryLogin, directoryOffer } from '../contract/directory'
import { resolveAccount, storeLinkedAccount, type ResolvedAccount } from './directory-account'
import type { FlowSecrets, DirectoryClient } from './directory-client'
import { assertAccountPassword, admitFromDirectory } from './login'
import { handle } from '@/server/area'

/**
 * A flow is one sign-in of a browser through the plant's directory. Its lifetime is long enough for a password and a
 * second factor at the directory.
 */
const FLOW_LIFETIME_MS = 10 * 60_000
/** Passwords and authenticator codes that may be tried within one flow. */
const MAX_TRIES = 10

const hashBrowserSecret = (browserSecret: string): string => createHash('sha256').update(browserSecret).digest('hex')

/** Returns the directory's name for the login page; null if the plant has no directory. */
export const getDirectoryOffer = handle(directoryOffer, (ctx) =>
  Promise.resolve({ name: getDirectory(ctx)?.name ?? null }),
)

/**
 * Starts a flow. Returns the URL for the browser and a secret that only this browser knows. The secrets that check the
 * directory's answer stay in the database, under the hash of the browser's secret.
 */
export const beginDirectorySignIn = handle(directoryBegin, async (ctx) => {
  const client = await loadClient(ctx)
  const browserSecret = randomBytes(32).toString('base64url')
  const { url, ...flowSecrets } = await callDirectory(ctx, () => client.begin())
  await ctx.query(
    sql`insert into directory_flow (site_id, id, state, nonce, verifier, expires_at)
      values (${ctx.site}, ${hashBrowserSecret(browserSecret)}, ${flowSecrets.state}, ${flowSecrets.nonce}, ${flowSecrets.verifier}, ${new Date(ctx.now.getTime() + FLOW_LIFETIME_MS)})`,
  )
  return { url, flow: browserSecret }
})

/**
 * Signs in the person who returns from the directory. `input.flow` is the secret of the browser that started the flow.
 */
export const finishDirectorySignIn = handle(directoryLogin, async (ctx, input) => {
  const client = await loadClient(ctx)
  const flowId = hashBrowserSecret(input.flow)
  // A single statement, so that concurrent requests of the same flow are serialized and each one is counted.
  const [flowRow] = await ctx.query(
    sql`update directory_flow set tries = tries + 1
        where site_id = ${ctx.site} and id = ${flowId} and expires_at > ${ctx.now} and tries <= ${MAX_TRIES} and state = ${input.state}
        returning ${columns(directoryFlow, ['state', 'nonce', 'verifier', 'userId', 'person', 'tries'])}`,
  )
  // The first attempt uses up the directory's code. If it found no account, later attempts cannot find one either.
  if (!flowRow || (!flowRow.userId && flowRow.tries > 1)) throw refuse('access:refusals.directoryLate')
  const { userId, unconfirmedPerson } = flowRow.userId
    ? { userId: flowRow.userId, unconfirmedPerson: flowRow.person }
    : await resolveFlowAccount(ctx, client, flowId, flowRow, input.grant ?? '')
  if (unconfirmedPerson) await assertAccountPassword(ctx, userId, input.password ?? '')
  const answer = await admitFromDirectory(ctx, userId, {
    code: input.code ?? '',
    device: input.device ?? ctx.origin.device,
    // The account is linked after the second factor, so that a password alone links nothing.
    beforeSession: async () => {
      if (unconfirmedPerson) await storeLinkedAccount(ctx, requireDirectory(ctx), unconfirmedPerson, userId)
    },
  })
  await ctx.query(sql`delete from directory_flow where site_id = ${ctx.site} and id = ${flowId}`)
  return answer
})
/** Fetches the person's claims, finds the account and stores both in the flow for later attempts. */
async function resolveFlowAccount(
  ctx: Context,
  client: DirectoryClient,
  flowId: string,
  flowSecrets: FlowSecrets,
  grant: string,
): Promise<ResolvedAccount> {
  const claims = await callDirectory(ctx, () => client.fetchClaims(grant, flowSecrets))
  if (!claims) throw refuse('access:refusals.directoryRefused')
  const account = await resolveAccount(ctx, requireDirectory(ctx), claims)
  const personJson = account.unconfirmedPerson && JSON.stringify(account.unconfirmedPerson)
  await ctx.query(
    sql`update directory_flow set user_id = ${account.userId}, person = ${personJson} where site_id = ${ctx.site} and id = ${flowId}`,
  )
  return account
}

function requireDirectory(ctx: Context): DirectorySettings {
  const directory = getDirectory(ctx)
  if (!directory) throw new Refusal(errno.notFound, 'access:refusals.noDirectory')
  return directory
}
const clientBySettings = new WeakMap<DirectorySettings, DirectoryClient>()
/** Returns the client of the directory. Client and library are loaded when the first person signs in through it. */
async function loadClient(ctx: Context): Promise<DirectoryClient> {
  const directory = requireDirectory(ctx)
  const existingClient = clientBySettings.get(directory)
  if (existingClient) return existingClient
  const clientModule = await import('./directory-client')
  const client = new clientModule.DirectoryClient(directory, (error) =>
    warnOfExternalFailure(ctx, error, 'the directory refused a sign-in'),
  )
  clientBySettings.set(directory, client)
  return client
}
async function callDirectory<T>(ctx: Context, sendRequest: () => Promise<T>): Promise<T> {
  try {
    return await sendRequest()
  } catch (error) {
    warnOfExternalFailure(ctx, error, 'the directory could not be asked')
    throw refuse('access:refusals.directoryAway')
  }
}
