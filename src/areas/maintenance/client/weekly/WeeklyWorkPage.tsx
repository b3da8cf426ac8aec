import '../maintenance.css'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { getPhoneStore } from '@/client/api/phone'
import { useCommand } from '@/client/api/use-command'
import type { ListRow } from '@/client/resource/build-columns'
import type { FormCheck, FormFill } from '@/client/resource/CommandForm'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { formatDay } from '@/client/format/time'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { hasPermission, useSession } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { BackIcon, ForwardIcon } from '@/client/ui/icons'
import { getAllowedActions } from '@/contract/state-machine'
import {
  addWeeks,
  getDaysOfWeek,
  toWeek,
  findWeekProblem,
  weeklyTaskLifecycle,
  type Week,
  type WeeklyTaskState,
} from '@/areas/maintenance/rules/weekly-work'
import { weeklyWork } from '@/areas/maintenance/contract/weekly-work'
import { weeklyTaskTones } from '../tones'
import { useQueryParams } from '@/client/use-query-params'
import { useThisWeek } from './use-this-week'

const COLUMNS = ['title', 'state', 'lineId', 'equipmentId', 'people', 'plannedOn', 'doneOn', 'result', 'week'] as const
const CELLS = {
  state: (row: ListRow) => <ResourceStateBadge resource={weeklyWork} state={row['state']} tones={weeklyTaskTones} />,
}
/** Filters that the week picker sets. */
const PICKER_FILTERS = ['week'] as const
/** Columns for the list of a single week. */
const WEEK_COLUMNS = COLUMNS.filter((name) => name !== 'week')
/** Fills in the week of the planned day. */
const fillWeek: FormFill = async ({ plannedOn }) => (typeof plannedOn === 'string' ? { week: toWeek(plannedOn) } : null)
/** Actions on a task: start, finish, or carry over to another week. */
const TASK_ACTIONS = ['start', 'finish', 'carryOver'] as const
type TaskAction = (typeof TASK_ACTIONS)[number]

/** Page 每周工作: the tasks of a week, each started and finished with one tap. */
export default function WeeklyWorkPage() {
  const [params, changeParams] = useQueryParams()
  const thisWeek = useThisWeek()
  const weekParam = params.get('week')
  const hasNoFilter =
    !weekParam &&
    ![...params.keys()].some((key) => ['id', 'q', 'unsent', 'lineId', 'equipmentId', 'state'].includes(key))
  const lastDefaultWeek = useRef<Week | null>(null)
  // If no week is chosen, the page shows the current week and switches to the next week when the current week ends.
  useEffect(() => {
    if (!hasNoFilter && (weekParam !== lastDefaultWeek.current || weekParam === thisWeek)) return
    lastDefaultWeek.current = thisWeek
    changeParams({ week: thisWeek }, { replace: true })
  }, [hasNoFilter, weekParam, thisWeek, changeParams])
  const week = weekParam && getDaysOfWeek(weekParam) ? weekParam : null
  const weekPicker = useMemo(
    () => <WeekPickerBar week={week} thisWeek={thisWeek} onChoose={(next) => changeParams({ week: next, id: null })} />,
    [week, thisWeek, changeParams],
  )
  const check = useWeekCheck()
  const { getTaskActions } = useTaskActions()
  return (
    <ResourcePage
      resource={weeklyWork}
      columns={week ? WEEK_COLUMNS : COLUMNS}
      cells={CELLS}
      actions={(row) => <TaskActionBar row={row} />}
      parts={{
        above: weekPicker,
        lockedFilters: PICKER_FILTERS,
        swipe: { getButtons: getTaskActions, dialog: null },
      }}
      form={{ getStartValues: () => ({ week: week ?? thisWeek }), fillIn: fillWeek, check }}
    />
  )
}
/** Returns the form check, which matches the check on the server: the week must exist and contain the planned day. */
function useWeekCheck(): FormCheck {
  const { t } = useTranslation('maintenance')
  return useCallback<FormCheck>(
    ({ week, plannedOn }) => {
      const day = typeof plannedOn === 'string' ? plannedOn : null
      const problem = typeof week === 'string' && week ? findWeekProblem(week, day) : null
      if (problem === null) return []
      const messageParams = { week: String(week), ...(day ? { day, other: toWeek(day) } : {}) }
      return [{ name: 'week', message: t(`refusals.weekly.${problem}`, messageParams) }]
    },
    [t],
  )
}

function WeekPickerBar({
  week,
  thisWeek,
  onChoose,
}: {
  week: Week | null
  thisWeek: Week
  onChoose: (week: Week) => void
}) {
  const { t } = useTranslation('maintenance')
  const displayedWeek = week ?? thisWeek
  const days = getDaysOfWeek(displayedWeek)
  return (
    <div className="week-choice strip middle">
      <Button
        aria-label={t('pages.weeklyWork.before')}
        icon={<BackIcon size={20} />}
        onClick={() => onChoose(addWeeks(displayedWeek, -1))}
      />
      <p>
        <b>{week ?? t('pages.weeklyWork.allWeeks')}</b>
        {week && days && (
          <small>
            {days[0]} – {days[6]}
          </small>
        )}
      </p>
      <Button
        aria-label={t('pages.weeklyWork.after')}
        icon={<ForwardIcon size={20} />}
        onClick={() => onChoose(addWeeks(displayedWeek, 1))}
      />
      {displayedWeek !== thisWeek && (
        <Button onClick={() => onChoose(thisWeek)}>{t('pages.weeklyWork.thisWeek')}</Button>
      )}
    </div>
  )
}

/** Returns a function that lists the actions that this person may take on a task; `finish` is the primary one. */
function useTaskActions() {
  const { t } = useTranslation('maintenance')
  const zone = usePlantZone()
  const session = useSession()
  const updateCommand = useCommand(weeklyWork.endpoints.update)
  const runAction = async (row: ListRow, action: TaskAction) =>
    updateCommand.run(
      {
        id: row.id,
        version: row.version,
        state: weeklyTaskLifecycle.actions[action].to,
        ...(action === 'finish' ? { doneOn: formatDay((await getPhoneStore()).getServerTime(), zone) } : {}),
      },
      { baseVersion: row.version },
    )
  const getTaskActions = (row: ListRow) => {
    const allowedActions: readonly string[] = getAllowedActions(
      weeklyTaskLifecycle,
      row['state'] as WeeklyTaskState,
      (key) => hasPermission(session, key),
    )
    return TASK_ACTIONS.filter((action) => allowedActions.includes(action)).map((action) => ({
      key: action,
      label: t(`pages.weeklyWork.${action}`),
      tone: action === 'finish' ? ('primary' as const) : ('plain' as const),
      onClick: () => void runAction(row, action),
    }))
  }
  return { getTaskActions, isBusy: updateCommand.busy }
}

function TaskActionBar({ row }: { row: ListRow }) {
  const { getTaskActions, isBusy } = useTaskActions()
  const actions = getTaskActions(row)
  if (actions.length === 0) return null
  return [...actions.filter(({ tone }) => tone === 'plain'), ...actions.filter(({ tone }) => tone === 'primary')].map(
    ({ key, label, tone, onClick }) => (
      <Button
        key={key}
        {...(tone === 'primary' ? { look: 'primary' as const } : { className: 'beside' })}
        disabled={isBusy}
        onClick={onClick}
      >
        {label}
      </Button>
    ),
  )
}
