import { defineArea } from '@/contract/area'
import { certificate as certificateMachine } from '@/areas/certificates/rules/certificate'
import { certificate, certificateAnnex } from './certificate'
import { certificateCalls } from './certificate-calls'
import { coaTemplate } from './coa-template'
import { coaRemark, coaTranslation, translate } from './words'

/** Certificates of analysis for customers, with their templates, remarks and translations. */
export const certificatesContract = defineArea({
  name: 'certificates',
  pages: ['qualityReport'],
  resources: [certificate, certificateAnnex, coaTemplate, coaRemark, coaTranslation],
  endpoints: [...certificateCalls, translate],
  lifecycles: [certificateMachine],
})
