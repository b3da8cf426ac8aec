import { defineArea } from '@/contract/area'

/** What arrives: sampling, inspection and release of material lots. */
export const incomingContract = defineArea({ name: 'incoming', pages: [], resources: [], endpoints: [] })
