/** See `postgres.mjs`, which stays plain JavaScript because `npm test` runs it before anything is compiled. */
export type Postgres =
  | { url: string; stop(): Promise<void>; restart: (() => Promise<void>) | null }
  | { url: null; why: string }
export function startPostgres(options?: { durable?: boolean; own?: boolean }): Promise<Postgres>
