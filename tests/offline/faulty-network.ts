import type { SimulatedServer } from './simulated-server'
import { pick } from './seeded'

export const FAULTS = [
  'dropBefore',
  'dropAfter',
  'truncate',
  'gateway',
  'tooLarge',
  'crowded',
  'unauthorized',
  'errorBefore',
  'errorAfter',
  'duplicate',
  'late',
  'partial',
] as const
export type Fault = (typeof FAULTS)[number]

/** A `fetch` between a tab and the server that fails at a given rate or as scripted. */
export class FaultyNetwork {
  rate = 0
  script: Fault[] = []
  /** Requests that the sender believes lost but that are still under way: delivered before some later request. */
  private under: (() => void)[] = []
  delay = 0
  /** Blocks everything, pings as well. */
  down = false

  constructor(
    private readonly server: SimulatedServer,
    private readonly random: () => number,
  ) {}

  readonly fetch: typeof fetch = async (input, init) => {
    const url = new URL(String(input), 'https://plant.example')
    const method = init?.method ?? 'GET'
    const body = init?.body instanceof ArrayBuffer ? init.body.slice(0) : ((init?.body as string | undefined) ?? null)
    const token = new Headers(init?.headers).get('authorization')
    if (this.delay > 0) await new Promise((resolve) => setTimeout(resolve, this.delay))
    else await new Promise((resolve) => setImmediate(resolve))
    if (this.under.length > 0 && this.random() < 0.3) this.deliverLate()
    return this.through(() => this.server.handle(method, url, token, body), url.pathname)
  }
  deliverLate(): void {
    for (const request of this.under.splice(0)) request()
  }
  private async through(deliver: () => Response, path: string): Promise<Response> {
    const ping = path.endsWith('/ping')
    if (this.down) throw new TypeError('fetch failed')
    const fault = ping
      ? undefined
      : (this.script.shift() ?? (this.random() < this.rate ? pick(this.random, FAULTS) : undefined))
    const lost = () => new TypeError('fetch failed')
    switch (fault) {
      case 'dropBefore':
        throw lost()
      case 'dropAfter':
        deliver()
        throw lost()
      case 'late':
        this.under.push(deliver)
        throw lost()
      case 'truncate': {
        const whole = await deliver().text()
        return new Response(whole.slice(0, Math.floor(whole.length * this.random())), {
          headers: { 'content-type': 'application/json' },
        })
      }
      case 'gateway':
        return new Response('<html>Welcome to the canteen</html>', { headers: { 'content-type': 'text/html' } })
      case 'tooLarge':
        return new Response('<html>413</html>', { status: 413, headers: { 'content-type': 'text/html' } })
      case 'crowded':
        return new Response('slow down', { status: 429, headers: { 'retry-after': '2' } })
      case 'unauthorized':
        return new Response('{"errno":"4101","errmsg":"","data":null}', {
          status: 401,
          headers: { 'content-type': 'application/json' },
        })
      case 'errorBefore':
        return new Response('oops', { status: 500 })
      case 'errorAfter':
        deliver()
        return new Response('oops', { status: 500 })
      case 'partial':
        return dropSomeAnswers(deliver(), this.random)
      case 'duplicate':
        deliver()
        return deliver()
      default:
        return deliver()
    }
  }
}

/** Omits some answers of a batch and reorders the others: each answer only counts for its own command. */
async function dropSomeAnswers(answer: Response, random: () => number): Promise<Response> {
  const body = (await answer.json()) as { data: { answers?: { id: string }[] } | null }
  if (body.data?.answers) body.data.answers = body.data.answers.filter(() => random() < 0.5).reverse()
  return new Response(JSON.stringify(body), { status: answer.status, headers: answer.headers })
}
