import { createHash, randomBytes } from 'node:crypto'
import type { EndpointInput, EndpointOutput } from '@/contract/endpoint'
import { Refusal, errno, refuse } from '@/contract/errno'
import type { Context } from '@/server/context'
import { directoryFlow } from '@/server/db/system'
import type { DirectorySettings } from '@/server/directory-settings'
import { getDirectory, warnOfExternalFailure } from '@/server/directory'
import { columns, sql } from '@/server/sql'
import type { directoryBegin, directoryLogin, directoryOffer } from '../contract/directory'
import { resolveAccount, settleAccount, type ResolvedAccount } from './directory-account'
import type { FlowChecks, DirectoryClient } from './directory-client'
import { assertOwnAccount, admitFromDirectory } from './login'

/** Time between start and return of the browser; long enough for a password and a second factor at the directory. */
const FLOW_LIFETIME_MS = 10 * 60_000
/** Passwords and authenticator codes that may be tried within one flow. */
const MAX_TRIES = 10

const hashFlow = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Returns the directory's name for the login page; null if the plant has no directory. */
export const getDirectoryOffer = (ctx: Context): Promise<EndpointOutput<typeof directoryOffer>> =>
  Promise.resolve({ name: getDirectory(ctx)?.name ?? null })

/** Starts a flow and returns the URL for the browser. The checks stay in the database under the hash of the flow. */
export async function beginDirectorySignIn(ctx: Context): Promise<EndpointOutput<typeof directoryBegin>> {
  const client = await loadClient(ctx)
  const flow = randomBytes(32).toString('base64url')
  const { url, ...checks } = await callDirectory(ctx, () => client.begin())
  await ctx.query(
    `insert into directory_flow (site_id, id, state, nonce, verifier, expires_at) values ($1, $2, $3, $4, $5, $6)`,
    [
      ctx.site,
      hashFlow(flow),
      checks.state,
      checks.nonce,
      checks.verifier,
      new Date(ctx.now.getTime() + FLOW_LIFETIME_MS),
    ],
  )
  return { url, flow }
}

/** Signs in the person who returns from the directory. Only the browser that started the flow knows its secret. */
export async function finishDirectorySignIn(
  ctx: Context,
  input: EndpointInput<typeof directoryLogin>,
): Promise<EndpointOutput<typeof directoryLogin>> {
  const client = await loadClient(ctx)
  const id = hashFlow(input.flow)
  // A single statement, so that concurrent requests of the same flow are serialized and each one is counted.
  const [flow] = await ctx.query(
    sql`update directory_flow set tries = tries + 1
        where site_id = ${ctx.site} and id = ${id} and expires_at > ${ctx.now} and tries <= ${MAX_TRIES} and state = ${input.state}
        returning ${columns(directoryFlow, ['state', 'nonce', 'verifier', 'userId', 'person', 'tries'])}`,
  )
  if (!flow || (!flow.userId && flow.tries > 1)) throw refuse('access:refusals.directoryLate')
  const { userId, unconfirmed } = flow.userId
    ? { userId: flow.userId, unconfirmed: flow.person }
    : await resolveFlowAccount(ctx, client, id, flow, input.grant ?? '')
  if (unconfirmed) await assertOwnAccount(ctx, userId, input.password ?? '')
  const answer = await admitFromDirectory(ctx, userId, {
    code: input.code ?? '',
    device: input.device ?? ctx.origin.device,
    // The link comes last, so that a password without the second factor links nothing.
    beforeSession: async () =>
      void (unconfirmed && (await settleAccount(ctx, requireDirectory(ctx), unconfirmed, userId))),
  })
  await ctx.query('delete from directory_flow where site_id = $1 and id = $2', [ctx.site, id])
  return answer
}
async function resolveFlowAccount(
  ctx: Context,
  client: DirectoryClient,
  id: string,
  flow: FlowChecks,
  grant: string,
): Promise<ResolvedAccount> {
  const claims = await callDirectory(ctx, () => client.fetchClaims(grant, flow))
  if (!claims) throw refuse('access:refusals.directoryRefused')
  const account = await resolveAccount(ctx, requireDirectory(ctx), claims)
  await ctx.query('update directory_flow set user_id = $3, person = $4 where site_id = $1 and id = $2', [
    ctx.site,
    id,
    account.userId,
    account.unconfirmed,
  ])
  return account
}

function requireDirectory(ctx: Context): DirectorySettings {
  const directory = getDirectory(ctx)
  if (!directory) throw new Refusal(errno.notFound, 'access:refusals.noDirectory')
  return directory
}
const clients = new WeakMap<DirectorySettings, DirectoryClient>()
/** Creates the client and loads its library when the first person signs in through the directory. */
async function loadClient(ctx: Context): Promise<DirectoryClient> {
  const directory = requireDirectory(ctx)
  const existingClient = clients.get(directory)
  if (existingClient) return existingClient
  const { DirectoryClient: Client } = await import('./directory-client')
  const client = new Client(directory, (error) => warnOfExternalFailure(ctx, error, 'the directory refused a sign-in'))
  clients.set(directory, client)
  return client
}
async function callDirectory<T>(ctx: Context, request: () => Promise<T>): Promise<T> {
  try {
    return await request()
  } catch (error) {
    warnOfExternalFailure(ctx, error, 'the directory could not be asked')
    throw refuse('access:refusals.directoryAway')
  }
}
