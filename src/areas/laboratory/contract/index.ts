import { defineArea } from '@/contract/area'

/** What is measured of the rolls: test data and the charts that watch a process. */
export const laboratoryContract = defineArea({ name: 'laboratory', pages: [], resources: [], endpoints: [] })
