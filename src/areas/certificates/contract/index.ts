import { defineArea } from '@/contract/area'

/** What a customer is told: certificates of analysis, their templates and words. */
export const certificatesContract = defineArea({ name: 'certificates', pages: [], resources: [], endpoints: [] })
