import { changedLately, defineServer, handle } from '@/server/area'
import { standardsContract } from '../contract'
import * as calls from '../contract/process-standard-calls'
import { inForce } from '../rules/approval'
import { exportOne } from './excel'
import * as lists from './lists'
import * as standards from './process-standard'

/** Products and process standards travel to the phones that check against them. */
export const standardsServer = defineServer(standardsContract, {
  handlers: [
    handle(calls.mainStandards, lists.ofMainLine),
    handle(calls.slittingStandards, lists.ofSlitting),
    handle(calls.cuttingStandards, lists.forCutting),
    handle(calls.standardHistory, lists.history),
    handle(calls.historyOptions, lists.historyCodes),
    handle(calls.parameterOptions, lists.parameters),
    handle(calls.approverOptions, lists.approvers),
    handle(calls.addMain, standards.add('mainLine')),
    handle(calls.addSlitting, standards.add('slitting')),
    handle(calls.editMain, standards.edit('mainLine')),
    handle(calls.editSlitting, standards.edit('slitting')),
    handle(calls.removeMain, standards.remove('mainLine')),
    handle(calls.removeSlitting, standards.remove('slitting')),
    handle(calls.newVersion, standards.beginVersion),
    handle(calls.submitStandard, standards.submit),
    handle(calls.withdrawStandard, standards.withdraw),
    handle(calls.ratifyStandard, standards.ratify),
    handle(calls.standardApproval, lists.approvalOf),
    handle(calls.mainStandardExcel, exportOne('mainLine')),
    handle(calls.slittingStandardExcel, exportOne('slitting')),
  ],
  shiftPack: [
    {
      resource: 'product',
      where: `active or ${changedLately}`,
      keys: [
        'rollInteractiveView',
        'divideInteractiveView',
        'rawMaterialView',
        'jobHandoverView',
        'productionSheetView',
        'productionInspectionView',
        'qualitySheetAdd',
      ],
    },
    {
      resource: 'processStandard',
      where: `state = '${inForce}' and (newest or ${changedLately})`,
      keys: ['rollInteractiveView', 'rawMaterialView', 'productionInspectionView'],
    },
  ],
})
