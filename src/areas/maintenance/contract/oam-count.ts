import { defineEndpoint, objectOutput, type Access } from '@/contract/endpoint'
import { integer } from '@/contract/field'
import { inspectionRound } from './inspection-round'
import { pmPlan } from './pm-plan'
import { repair } from './repair'
import { sparePart } from './spare-part'
import { weeklyWork } from './weekly-work'

const readersOf = ({ endpoints }: { endpoints: { list: { access: Access } } }) => [endpoints.list.access].flat()
const rounds = readersOf(inspectionRound)
const repairs = readersOf(repair)
const plans = readersOf(pmPlan)
const tasks = readersOf(weeklyWork)
const store = readersOf(sparePart)
const figure = (viewPermissions: readonly string[]) => integer({ min: 0, viewPermissions })
/**
 * Operation and maintenance overview: today's rounds by state, open repairs, due preventive maintenance, open weekly
 * tasks and parts at their minimum. A count is empty for callers who may not read the rows it counts.
 */
export const oamCount = defineEndpoint('inspectionRound.count', {
  area: 'maintenance',
  routes: 'GET /oam/count',
  access: [...new Set([...rounds, ...repairs, ...plans, ...tasks, ...store])],
  effect: 'read',
  output: objectOutput({
    total: figure(rounds),
    today: figure(rounds),
    due: figure(rounds),
    inProgress: figure(rounds),
    done: figure(rounds),
    missed: figure(rounds),
    mine: figure([...rounds, ...repairs]),
    openRepairs: figure(repairs),
    pmDue: figure(plans),
    pmOverdue: figure(plans),
    weeklyOpen: figure(tasks),
    belowMinimum: figure(store),
  }),
})
