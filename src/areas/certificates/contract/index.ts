import { defineArea } from '@/contract/area'
import { certificateLifecycle } from '@/areas/certificates/rules/certificate'
import { certificate, certificateAnnex } from './certificate'
import { certificateEndpoints } from './certificate-endpoints'
import { coaTemplate } from './coa-template'
import { coaRemark, coaTranslation, setCoaTranslation } from './coa-texts'

/** Certificates of analysis for customers, with their templates, remarks and translations. */
export const certificatesContract = defineArea({
  name: 'certificates',
  pages: ['qualityReport'],
  resources: [certificate, certificateAnnex, coaTemplate, coaRemark, coaTranslation],
  endpoints: [...certificateEndpoints, setCoaTranslation],
  lifecycles: [certificateLifecycle],
})
