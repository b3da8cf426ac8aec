import { certifiedAs, notReleased } from '@/plant/server/events'
import { defineServer, handle } from '@/server/area'
import { answerQuestion } from '@/server/events'
import { certificatesContract } from '../contract'
import {
  certifiable,
  certificatesOfRoll,
  certificateApprovers,
  certificateExcel,
  certificatePdf,
  certificateTemplates,
  changedCertificates,
  citedTests,
  computedCertificate,
  replaceCertificateApprover,
  rollsOfCertificate,
  verifyCertificate,
} from '../contract/certificate-calls'
import { translate } from '../contract/words'
import { approvers, certificateHandlers, cited, replaceApprover, rollsOf, setTranslation } from './certificate'
import { asExcel } from './certificate-excel'
import { asPdf } from './certificate-pdf'
import { changed } from './changed'
import { computed } from './compute'
import { ofRoll } from './of-roll'
import { ready } from './ready'
import { certified, lackingRelease } from './release'
import { templates } from './templates'
import { verified } from './verify'

export const certificatesServer = defineServer(certificatesContract, {
  handlers: [
    ...certificateHandlers,
    handle(certifiable, ready),
    handle(computedCertificate, computed),
    handle(certificateTemplates, templates),
    handle(certificateApprovers, approvers),
    handle(replaceCertificateApprover, replaceApprover),
    handle(certificatePdf, asPdf),
    handle(certificateExcel, asExcel),
    handle(verifyCertificate, verified),
    handle(citedTests, cited),
    handle(changedCertificates, changed),
    handle(rollsOfCertificate, rollsOf),
    handle(certificatesOfRoll, ofRoll),
    handle(translate, setTranslation),
  ],
  answerers: [answerQuestion(notReleased, lackingRelease), answerQuestion(certifiedAs, certified)],
})
