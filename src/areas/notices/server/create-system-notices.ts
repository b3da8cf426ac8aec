/** Job that raises notices about the program itself: missing backups and jobs that fail repeatedly. */
import type { Language } from '@/contract/language'
import { findRoleIds } from '@/areas/access/server/queries/people'
import { listPeopleWithPermission } from '@/areas/access/server/queries/key-holders'
import { findBackupProblems } from '@/server/backups/backup-schedule'
import { loadBackupState } from '@/server/backups/backup-state'
import type { Context } from '@/server/context'
import type { AppContext } from '@/server/crud/operations'
import { listFailingJobs } from '@/server/jobs/job-failures'
import { notifyPhones } from '@/server/outbound/push'
import { notice } from '../contract/notice'
import { openNoticeStates } from '../rules/notice'

const ADMINISTRATOR_ROLE = 'ADMIN'
/** People with this permission run the program, so they are notified. */
const ADMINISTRATOR_PERMISSION = 'backupsView'
const MAX_OPEN_NOTICES = 200

interface SystemProblem {
  /** Key of the text in the group `notices:system`. */
  readonly textKey: 'backupFailed' | 'backupMissing' | 'backupNotVerified' | 'jobFails'
  readonly job?: string
}
const textKeyByBackupProblem = {
  failed: 'backupFailed',
  missing: 'backupMissing',
  notVerified: 'backupNotVerified',
} as const

/**
 * Raises a notice for each new problem, and ends the notices whose problem is over. A problem that lasts raises no second
 * notice. The Chinese name of a notice identifies its problem.
 */
export async function createSystemNotices(ctx: Context): Promise<void> {
  const problems = await findSystemProblems(ctx)
  const openNotices = await ctx.rows.find(notice, {
    where: { state: [...openNoticeStates], condition: 'system' },
    limit: MAX_OPEN_NOTICES,
  })
  const currentNames = new Set<string>()
  for (const problem of problems) {
    const name = formatProblem(ctx, problem, 'zh')
    currentNames.add(name)
    if (!openNotices.some((openNotice) => openNotice.name === name)) await raiseSystemNotice(ctx, problem)
  }
  for (const { id, name } of openNotices)
    if (!currentNames.has(name)) await ctx.rows.update(notice, id, { state: 'over', overAt: ctx.now.toISOString() })
}

async function findSystemProblems(ctx: Context): Promise<SystemProblem[]> {
  const state = await loadBackupState(ctx)
  const backupProblems = findBackupProblems(state, Boolean(state.plan?.time), ctx.now.getTime())
  const failingJobs = await listFailingJobs(ctx)
  return [
    ...backupProblems.map((problem) => ({ textKey: textKeyByBackupProblem[problem] })),
    ...failingJobs.map((job) => ({ textKey: 'jobFails' as const, job })),
  ]
}
/** Maximum length of the name of a notice. */
const MAX_NAME_LENGTH = 120
const formatProblem = (ctx: Context, { textKey, job }: SystemProblem, language: Language): string =>
  (ctx as AppContext).app.translations
    .t(language)(`notices:system.${textKey}`, { job: job ?? '' })
    .slice(0, MAX_NAME_LENGTH)

async function raiseSystemNotice(ctx: Context, problem: SystemProblem): Promise<void> {
  const roleId = (await findRoleIds(ctx, [ADMINISTRATOR_ROLE])).get(ADMINISTRATOR_ROLE) ?? null
  const administrators = (await listPeopleWithPermission(ctx, ADMINISTRATOR_PERMISSION)).map(({ id }) => id)
  const now = ctx.now.toISOString()
  const { id } = await ctx.rows.insert(notice, {
    state: 'ringing',
    severity: 'critical',
    name: formatProblem(ctx, problem, 'zh'),
    nameEn: formatProblem(ctx, problem, 'en'),
    condition: 'system',
    unit: '',
    beganAt: now,
    toldAt: now,
    roleId,
  })
  if (administrators.length === 0) return
  const title = (language: Language): string => formatProblem(ctx, problem, language)
  ctx.notify({ notice: 'ruleRang', id, title, keys: ['noticesView'], to: administrators })
  const path = `/overview/notices?id=${id}`
  await notifyPhones(ctx, { people: administrators, title, path, key: `notice:${id}:1`, urgent: true })
}
