import { defineArea } from '@/contract/area'

/** The plant at a glance: home, statistics, performance, own dashboards, forecast. */
export const overviewContract = defineArea({ name: 'overview', pages: [], resources: [], endpoints: [] })
