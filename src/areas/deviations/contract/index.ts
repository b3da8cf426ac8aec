import { defineArea } from '@/contract/area'

/** What went wrong: abnormities, feedback on material, holds and complaints. */
export const deviationsContract = defineArea({ name: 'deviations', pages: [], resources: [], endpoints: [] })
