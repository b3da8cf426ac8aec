import { certificatesOfGrade, unreleasedRolls } from '@/areas/rolls/server/events'
import { defineServer, handle } from '@/server/area'
import { answerQuestion } from '@/server/events'
import { certificatesContract } from '../contract'
import {
  certifiableOrders,
  certificatesOfRoll,
  certificateApprovers,
  certificateExcel,
  certificatePdf,
  certificateTemplates,
  changedCertificates,
  withdrawnCitedTests,
  certificatePreview,
  replaceCertificateApprover,
  rollsOfCertificate,
  verifyCertificate,
} from '../contract/certificate-endpoints'
import { setCoaTranslation } from '../contract/coa-texts'
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
    handle(certificatePreview, previewCertificate),
    handle(certificateTemplates, listCertificateTemplates),
    handle(certificateApprovers, listCertificateApprovers),
    handle(replaceCertificateApprover, replaceApprover),
    handle(certificatePdf, exportCertificatePdf),
    handle(certificateExcel, exportCertificateExcel),
    handle(verifyCertificate, buildVerificationPage),
    handle(withdrawnCitedTests, listWithdrawnTests),
    handle(changedCertificates, listChangedCertificates),
    handle(rollsOfCertificate, listCertificateRolls),
    handle(certificatesOfRoll, listRollCertificates),
    handle(setCoaTranslation, saveTranslation),
  ],
  answerers: [
    answerQuestion(unreleasedRolls, listRollsLackingRelease),
    answerQuestion(certificatesOfGrade, listMatchingCertificates),
  ],
})
