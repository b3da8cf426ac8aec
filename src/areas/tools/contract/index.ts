import { defineArea } from '@/contract/area'
import { knife } from './knife'

/** What wears at the machines and is changed: the knives of the slitters. */
export const toolsContract = defineArea({ name: 'tools', pages: [], resources: [knife], endpoints: [] })
