/** Packages of which a process has one copy. A second one has other classes and tokens, by which injection would find nothing. */
export const SHARED = [
  '@nestjs/bullmq',
  '@nestjs/common',
  '@nestjs/core',
  '@nestjs/mapped-types',
  '@nestjs/passport',
  '@nestjs/platform-express',
  '@nestjs/typeorm',
  'bullmq',
  'class-transformer',
  'class-validator',
  'reflect-metadata',
  'rxjs',
  'typeorm',
];
