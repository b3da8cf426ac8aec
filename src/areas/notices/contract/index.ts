import { defineArea } from '@/contract/area'

/** Rules over figures and tags that call somebody, and who came. */
export const noticesContract = defineArea({ name: 'notices', pages: [], resources: [], endpoints: [] })
