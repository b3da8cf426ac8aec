import { defineServer } from '@/server/area'
import { listenTo } from '@/server/events'
import { calendarChanged } from '@/plant/server/events'
import { roundsContract } from '../contract'
import { inspectionPlan } from '../contract/inspection-plan'
import { roundsEvents } from './events'
import * as plans from './inspection-plan'
import { pointAnswerHandler } from './round-answers'
import { generateRounds, watchRounds } from './round-jobs'
import { roundHandlers } from './rounds'

/** Handlers, jobs, listeners and shift pack of inspection rounds. */
export const roundsServer = defineServer(roundsContract, {
  handlers: [
    plans.addInspectionPlan,
    plans.updateInspectionPlan,
    plans.removeInspectionPlan,
    ...roundHandlers,
    pointAnswerHandler,
  ],
  jobs: [
    { name: 'rounds-ahead', everySeconds: 900, run: generateRounds },
    { name: 'rounds-watch', everySeconds: 30, run: watchRounds },
  ],
  events: roundsEvents,
  listeners: [listenTo(calendarChanged, plans.rebuildUpcomingRounds)],
  codeLookups: [{ kind: 'checkPoint', resource: inspectionPlan, codeField: 'points.code' }],
  // In conditions, $2 is the person and $3 the person's role (`ShiftPackPart`).
  shiftPack: [
    {
      resource: 'inspectionRound',
      access: ['pollingWork', 'pollingView'],
      where: `closes_at > now() - interval '1 day' and (user_id = $2 or assigned_to = $2 or (role_ids = '[]' and user_ids = '[]') or user_ids ? $2::text or role_ids ? $3::text)`,
    },
    {
      resource: 'inspectionResult',
      where: `user_id = $2 and occurred_at > now() - interval '1 day'`,
      access: ['pollingWork'],
    },
  ],
})
