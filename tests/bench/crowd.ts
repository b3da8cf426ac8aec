/** A working shift: many people of several roles on a demonstration plant, each with a pause for thought between two calls. */
import { setTimeout as pause } from 'node:timers/promises'
import { demoPassword } from '../../src/demo/accounts'
import { withBareServer } from './programs'
import { FOLLOWERS, startServer, waitForJobs, type ServerSettings } from './server-process'
import { atMost, withoutLimit, type Figure } from './table'
import { percentile } from './timing'

const PEOPLE = 200
const SECONDS = 30
const THINKING_MS = { least: 500, most: 2500 }
/** Permission refusals are valid answers; these codes mean that the server failed, was too busy or timed out. */
const FAILURES = ['4500', '4502', '4201']
const ROLES = ['admin', 'manager', 'prod-lead', 'maint', 'maint-lead', 'operator-line', 'viewer']
const KEYWORDS = ['SB', 'MB', '泵']

interface Answer {
  errno: string
  data: { token?: string; list?: { id: string; number: string }[] } | null
}
/** Actions of people with their share of all calls; `as` demands a person with that permission. */
interface Kind {
  what: string
  share: number
  as?: string
  ask: () => Request
  /** The same call for the bare server. */
  askBare: () => Request
}
interface Request {
  path: string
  body?: object
}

/** @param settings a plant that is created here, on either database */
export async function measureCrowd(settings: ServerSettings): Promise<Figure[]> {
  const server = await startServer({ ...settings, demo: true })
  try {
    await waitForJobs(server, FOLLOWERS)
    const call = callsTo(server.url)
    const tokens = new Map<string, string>()
    for (const username of ROLES)
      tokens.set(
        username,
        (await call({ path: '/user/login', body: { username, password: demoPassword } })).data!.token!,
      )
    const kinds = await kindsOf((asked) => call(asked, tokens.get('admin')))
    const round = () =>
      atOnce(kinds, (kind, person) => call(kind.ask(), tokens.get(kind.as ?? ROLES[person % ROLES.length]!)))
    await round() // what is read from the disk for the first time is not what a day is like
    const { taken, failed } = await round()
    await server.stop()
    const bare = await withBareServer(settings, async (url) => {
      const bareRound = () => atOnce(kinds, async (kind) => (await askBare(url, kind.askBare()), BARE_ANSWER))
      await bareRound()
      return (await bareRound()).taken
    })
    const calls = [...taken.values()].flat().length
    return [
      withoutLimit(`${PEOPLE} people at once: worst p99`, worst(taken), 'ms'),
      withoutLimit('the bare server under the same calls: worst p99', worst(bare), 'ms'),
      atMost(`${PEOPLE} people at once: worst p99, times that of the bare server`, worst(taken) / worst(bare), 2, ''),
      atMost('of their calls failed', failed, 0, ''),
      withoutLimit('their calls', calls / SECONDS, '/s'),
      ...[...taken].flatMap(([what, times]) => [
        withoutLimit(`${what}: p50`, percentile(times, 0.5), 'ms'),
        withoutLimit(`${what}: p99`, percentile(times, 0.99), 'ms'),
      ]),
    ]
  } finally {
    await server.stop()
  }
}
const worst = (taken: ReadonlyMap<string, number[]>): number =>
  Math.max(...[...taken.values()].map((times) => percentile(times, 0.99)))

const BARE_ANSWER: Answer = { errno: '200', data: null }
async function askBare(url: string, { path, body }: Request): Promise<void> {
  const answer = await fetch(`${url}${path}`, { method: body ? 'POST' : 'GET' })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`the bare server: ${text.slice(0, 300)}`)
}
const callsTo =
  (url: string) =>
  async ({ path, body }: Request, token?: string): Promise<Answer> => {
    const answer = await fetch(`${url}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { ...(body && { 'content-type': 'application/json' }), ...(token && { authorization: token }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as Answer
  }

const oneOf = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!
const page = (most: number) => ({ page: 1 + Math.floor(Math.random() * most), size: 50 })
async function kindsOf(asAdmin: (asked: Request) => Promise<Answer>): Promise<Kind[]> {
  const listOf = async (asked: Request) => (await asAdmin(asked)).data!.list!
  const machines = await listOf({ path: '/book/get_equipments', body: { state: 'inUse', size: 200 } })
  // A roll on the winder has no number yet.
  const jumbos = (await listOf({ path: '/production/jumbo_roll?size=50' })).filter(({ number }) => number)
  return [
    {
      what: 'a page of machines',
      share: 0.35,
      ask: () => ({
        path: '/book/get_equipments',
        body: { ...page(8), ...(Math.random() < 0.3 && { keyword: oneOf(KEYWORDS) }) },
      }),
      askBare: () => ({
        path: `/machines?page=${page(8).page}${Math.random() < 0.3 ? `&keyword=${encodeURIComponent(oneOf(KEYWORDS))}` : ''}`,
      }),
    },
    {
      what: 'a page of repairs',
      share: 0.2,
      ask: () => ({ path: '/book/repairs_list', body: page(20) }),
      askBare: () => ({ path: `/repairs?page=${page(20).page}` }),
    },
    {
      what: 'counts of repairs',
      share: 0.15,
      ask: () => ({ path: '/repair/count' }),
      askBare: () => ({ path: '/repair_counts' }),
    },
    {
      what: 'the trace of a jumbo',
      share: 0.1,
      as: 'admin',
      ask: () => ({ path: `/quality/trace?number=${encodeURIComponent(oneOf(jumbos).number)}` }),
      askBare: () => ({ path: `/trace?number=${encodeURIComponent(oneOf(jumbos).number)}` }),
    },
    {
      what: 'what is winding',
      share: 0.1,
      as: 'admin',
      ask: () => ({ path: '/jumbo_second/now_roll' }),
      askBare: () => ({ path: '/winding' }),
    },
    {
      what: 'a fault reported',
      share: 0.1,
      as: 'maint',
      ask: () => ({
        path: '/book/add_repair',
        body: { equipmentId: oneOf(machines).id, faultKind: 'mechanical', severity: 'low', description: 'Bench' },
      }),
      askBare: () => ({ path: '/repair', body: {} }),
    },
  ]
}

/** Duration of each kind of call, ms, and number of failures. */
async function atOnce(
  kinds: readonly Kind[],
  ask: (kind: Kind, person: number) => Promise<Answer>,
): Promise<{ taken: Map<string, number[]>; failed: number }> {
  const durationsByKind = new Map(kinds.map(({ what }): [string, number[]] => [what, []]))
  const end = performance.now() + SECONDS * 1000
  let failed = 0
  const think = () => pause(THINKING_MS.least + Math.random() * (THINKING_MS.most - THINKING_MS.least))
  const person = async (number: number) => {
    for (await think(); performance.now() < end; await think()) {
      const kind = chosen(kinds)
      const began = performance.now()
      if (FAILURES.includes((await ask(kind, number)).errno)) failed += 1
      durationsByKind.get(kind.what)!.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: PEOPLE }, (_, number) => person(number)))
  return { taken: durationsByKind, failed }
}
function chosen(kinds: readonly Kind[]): Kind {
  let at = Math.random()
  return kinds.find(({ share }) => (at -= share) < 0) ?? kinds[0]!
}
