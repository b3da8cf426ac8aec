/** Counts how often jobs failed in a row, for all instances together, in the table `setting`. */
import type { Application } from '../application'
import { getPoolQuery } from '../create-context'
import type { Query } from '../context'
import { sql } from '../sql'

const FAILURES_SETTING = 'jobFailures'
/** A job that has failed this many times in a row does not recover by itself. */
const MIN_REPEATED_FAILURES = 3

/** Counts a failed run. */
export const countJobFailure = (app: Pick<Application, 'db' | 'site' | 'clock'>, job: string): Promise<unknown> =>
  getPoolQuery(app)(
    sql`insert into setting (site_id, name, value, updated_at) values (${app.site}, ${FAILURES_SETTING}, jsonb_build_object(${job}::text, 1), ${app.clock()})
      on conflict (site_id, name) do update set
        value = setting.value || jsonb_build_object(${job}::text, coalesce((setting.value->>${job})::int, 0) + 1), updated_at = excluded.updated_at`,
  )
/** Forgets the failures of a job that has succeeded. */
export const forgetJobFailures = (app: Pick<Application, 'db' | 'site'>, job: string): Promise<unknown> =>
  getPoolQuery(app)(
    sql`update setting set value = value - ${job}::text where site_id = ${app.site} and name = ${FAILURES_SETTING} and value ? ${job}`,
  )

/** Lists the jobs that have failed at least three times in a row, by name. */
export async function listFailingJobs({ query, site }: { query: Query; site: number }): Promise<string[]> {
  const [row] = await query(
    sql<{
      value: Record<string, number>
    }>`select value from setting where site_id = ${site} and name = ${FAILURES_SETTING}`,
  )
  return Object.entries(row?.value ?? {})
    .flatMap(([job, failures]) => (failures >= MIN_REPEATED_FAILURES ? [job] : []))
    .toSorted()
}
