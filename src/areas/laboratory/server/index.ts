import { defineServer, handle } from '@/server/area'
import { laboratoryContract } from '../contract'
import { spcCompile } from '../contract/spc-calls'
import { compileBody } from './spc/compile'

export const laboratoryServer = defineServer(laboratoryContract, {
  handlers: [handle(spcCompile, compileBody)],
})
