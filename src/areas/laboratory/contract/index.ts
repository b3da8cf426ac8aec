import { defineArea } from '@/contract/area'
import { spcCalls } from './spc-calls'

/** What is measured of the rolls: test data and the charts that watch a process. */
export const laboratoryContract = defineArea({
  name: 'laboratory',
  pages: [],
  resources: [],
  endpoints: [...spcCalls],
})
