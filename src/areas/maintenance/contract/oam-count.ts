import { defineEndpoint, objectOutput, type Access } from '@/contract/endpoint'
import { integer } from '@/contract/field'
import { inspectionRound } from './inspection-round'
import { pmPlan } from './pm-plan'
import { repair } from './repair'
import { sparePart } from './spare-part'
import { weeklyWork } from './weekly-work'

const getListReaders = ({ endpoints }: { endpoints: { list: { access: Access } } }) => [endpoints.list.access].flat()
const roundReaders = getListReaders(inspectionRound)
const repairReaders = getListReaders(repair)
const planReaders = getListReaders(pmPlan)
const taskReaders = getListReaders(weeklyWork)
const storeReaders = getListReaders(sparePart)
const createCountField = (viewPermissions: readonly string[]) => integer({ min: 0, viewPermissions })
/**
 * Operation and maintenance overview: today's rounds by state, open repairs, due preventive maintenance, open weekly
 * tasks and parts at their minimum. A count is empty for callers who may not read the rows it counts.
 */
export const oamCount = defineEndpoint('inspectionRound.count', {
  area: 'maintenance',
  routes: 'GET /oam/count',
  access: [...new Set([...roundReaders, ...repairReaders, ...planReaders, ...taskReaders, ...storeReaders])],
  effect: 'read',
  output: objectOutput({
    total: createCountField(roundReaders),
    today: createCountField(roundReaders),
    due: createCountField(roundReaders),
    inProgress: createCountField(roundReaders),
    done: createCountField(roundReaders),
    missed: createCountField(roundReaders),
    mine: createCountField([...roundReaders, ...repairReaders]),
    openRepairs: createCountField(repairReaders),
    pmDue: createCountField(planReaders),
    pmOverdue: createCountField(planReaders),
    weeklyOpen: createCountField(taskReaders),
    belowMinimum: createCountField(storeReaders),
  }),
})
