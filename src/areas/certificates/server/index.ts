import { certificatesOfGrade } from '@/areas/slitting/server/events'
import { unreleasedRolls } from '@/areas/packing/server/events'
import { defineServer, handle } from '@/server/area'
import { answerQuestion } from '@/server/events'
import { certificatesContract } from '../contract'
import { certifiableOrders } from '../contract/certificate-endpoints'
import {
  listCertificateApprovers,
  certificateHandlers,
  listWithdrawnTests,
  replaceApprover,
  listCertificateRolls,
  saveTranslation,
} from './certificate'
import { exportCertificateExcel } from './certificate-excel'
import { exportCertificatePdf } from './certificate-pdf'
import { listChangedCertificates } from './list-changed-certificates'
import { previewCertificate } from './compute-certificate'
import { listMatchingCertificates, listRollsLackingRelease, listRollCertificates } from './certificates-of-rolls'
import { listCertifiableOrders } from './list-certifiable-orders'
import { listCertificateTemplates } from './templates'
import { buildVerificationPage } from './verification-page'

export const certificatesServer = defineServer(certificatesContract, {
  handlers: [
    ...certificateHandlers,
    handle(certifiableOrders, listCertifiableOrders),
    previewCertificate,
    listCertificateTemplates,
    listCertificateApprovers,
    replaceApprover,
    exportCertificatePdf,
    exportCertificateExcel,
    buildVerificationPage,
    listWithdrawnTests,
    listChangedCertificates,
    listCertificateRolls,
    listRollCertificates,
    saveTranslation,
  ],
  answerers: [
    answerQuestion(unreleasedRolls, listRollsLackingRelease),
    answerQuestion(certificatesOfGrade, listMatchingCertificates),
  ],
})
