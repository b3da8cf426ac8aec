import { defineArea } from '@/contract/area'

/** What is measured, and what it shows: the one way in for all readings. */
export const telemetryContract = defineArea({ name: 'telemetry', pages: [], resources: [], endpoints: [] })
