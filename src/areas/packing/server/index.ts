import { orderHistory } from '@/areas/orders/server/events'
import { packageLock, packageLabelCount } from '@/areas/rolls/server/events'
import { defineServer, handle } from '@/server/area'
import { answerQuestion } from '@/server/events'
import { packingContract } from '../contract'
import { rollPackage } from '../contract/package'
import { runPackageAction } from '../contract/package-endpoints'
import { rollMovementTrigger } from './movements'
import { loadOrderEvents } from './order-history'
import { countPackageLabels } from './package-labels'
import {
  listFailedChecks,
  changePackage,
  listRollPackages,
  lockPackage,
  applyPackageAction,
  packSlitRolls,
  unpackSlitRolls,
} from './packages'
import { packingQuestions } from './events'

export const packingServer = defineServer(packingContract, {
  questions: packingQuestions,
  answerers: [
    answerQuestion(orderHistory, loadOrderEvents),
    answerQuestion(packageLock, lockPackage),
    answerQuestion(packageLabelCount, countPackageLabels),
  ],
  rowTriggers: [rollMovementTrigger],
  handlers: [
    listRollPackages,
    changePackage,
    packSlitRolls,
    unpackSlitRolls,
    handle(runPackageAction, applyPackageAction),
    listFailedChecks,
  ],
  codeLookups: [{ kind: 'package', resource: rollPackage, codeField: 'number' }],
})
