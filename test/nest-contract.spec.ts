import {
  type ArgumentMetadata,
  type ArgumentsHost,
  BadRequestException,
  Body,
  type CallHandler,
  type CanActivate,
  Catch,
  ConflictException,
  Controller,
  createParamDecorator,
  DefaultValuePipe,
  Delete,
  type DynamicModule,
  type ExceptionFilter,
  type ExecutionContext,
  ForbiddenException,
  Get,
  GoneException,
  Header,
  Headers,
  HttpCode,
  HttpException,
  HttpStatus,
  ImATeapotException,
  Inject,
  Injectable,
  InternalServerErrorException,
  type MiddlewareConsumer,
  Module,
  type ModuleMetadata,
  type NestInterceptor,
  type NestMiddleware,
  type NestModule,
  NotFoundException,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
  Param,
  ParseArrayPipe,
  ParseBoolPipe,
  ParseEnumPipe,
  ParseIntPipe,
  ParseUUIDPipe,
  Patch,
  type PipeTransform,
  Post,
  Query,
  Redirect,
  Req,
  Res,
  Scope,
  ServiceUnavailableException,
  SetMetadata,
  Sse,
  StreamableFile,
  type Type,
  UnauthorizedException,
  UnprocessableEntityException,
  UploadedFile,
  UseFilters,
  UseGuards,
  UseInterceptors,
  ValidationPipe,
  Version,
} from '@nestjs/common';
import { INTERCEPTORS_METADATA } from '@nestjs/common/internal';
import { CacheInterceptor, CacheModule } from '@nestjs/cache-manager';
import { PassportStrategy } from '@nestjs/passport';
import { FileInterceptor } from '@nestjs/platform-express';
import {
  APP_FILTER,
  APP_GUARD,
  APP_INTERCEPTOR,
  APP_PIPE,
  ModulesContainer,
  Reflector,
  RouterModule,
} from '@nestjs/core';
import { ServeStaticModule } from '@nestjs/serve-static';
import { Exclude, Expose, Transform, Type as TypeOf } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsDate,
  IsDefined,
  IsEmail,
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsPostalCode,
  IsString,
  Length,
  Max,
  Min,
  MinLength,
  Validate,
  ValidateBy,
  ValidateIf,
  ValidateNested,
  ValidatorConstraint,
  type ValidatorConstraintInterface,
} from 'class-validator';
import type { NextFunction, Request, Response } from 'express';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import passport from 'passport';
import { catchError, map, type Observable, of, tap, throwError } from 'rxjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccessModule, UsersPort } from '../src/access/index.js';
import { Document } from '../src/office/documents/document.entity.js';
import { documents } from '../src/office/documents/document.resource.js';
import { DocumentView } from '../src/office/documents/document.dto.js';
import {
  ApiExcludeEndpoint,
  asSystem,
  currentContext,
  Endpoint,
  InjectStore,
  IntersectionType,
  Loaded,
  OmitType,
  PartialType,
  PickType,
  Public,
  StoresModule,
  Text,
} from '../src/platform/index.js';
import type { ResourceStore } from '../src/platform/index.js';
import { readInput } from '../src/platform/fields/reader.js';
import { type Client, startTestApp, type TestApp } from './support/test-app.js';

/** The statuses of these routes are no part of the API. */
function undescribed(...controllers: Type<object>[]): void {
  for (const { prototype } of controllers)
    for (const name of Object.getOwnPropertyNames(prototype)) {
      const descriptor = Object.getOwnPropertyDescriptor(prototype, name)!;
      if (name !== 'constructor') ApiExcludeEndpoint()(prototype, name, descriptor);
    }
}

class CatIsAsleep extends HttpException {
  constructor() {
    super('The cat is asleep.', HttpStatus.FORBIDDEN);
  }
}

const thrown: Record<string, () => unknown> = {
  found: () => new NotFoundException('There is no cat 3.'),
  bare: () => new NotFoundException(),
  bad: () => new BadRequestException('A cat has nine lives.'),
  several: () => new BadRequestException(['name is short', 'age is odd']),
  unknown: () => new UnauthorizedException('Who are you?'),
  forbidden: () => new ForbiddenException('Not your cat.'),
  conflict: () => new ConflictException('There is a cat of this name.'),
  gone: () => new GoneException('The cat has left.'),
  odd: () => new UnprocessableEntityException('A cat does not bark.'),
  teapot: () => new ImATeapotException('No cat.'),
  failed: () => new InternalServerErrorException('The cat is ill.'),
  away: () => new ServiceUnavailableException('The cat is out.', { cause: new Error('inner') }),
  body: () => new HttpException({ status: HttpStatus.FORBIDDEN, error: 'This is a custom message' }, 403),
  own: () => new CatIsAsleep(),
  http: () => Object.assign(new Error('Too long.'), { statusCode: 414, status: 414, expose: true }),
  surprise: () => new Error('inner'),
};

function throwNamed(name: string): never {
  throw thrown[name]!();
}

@Controller('v1/cats/throw')
class ThrowingController {
  @Get('open/:name')
  @Public('A test.')
  open(@Param('name') name: string) {
    throwNamed(name);
  }

  @Get(':name')
  @Endpoint(documents, { scope: 'read' })
  read(@Param('name') name: string) {
    throwNamed(name);
  }

  @Post(':name')
  @Endpoint(documents, { scope: 'write', action: 'published' })
  write(@Param('name') name: string) {
    throwNamed(name);
  }
}

enum Colour {
  red = 'red',
  black = 'black',
}

@Injectable()
class UpperCase implements PipeTransform<string, string> {
  transform(value: string, { data }: ArgumentMetadata) {
    if (!value) throw new BadRequestException(`${data} is empty`);
    return value.toUpperCase();
  }
}

@Controller('v1/cats/pipes')
@Public('A test.')
class PipesController {
  @Get('number/:id')
  number(@Param('id', ParseIntPipe) id: number) {
    return { id };
  }

  @Get('strict/:id')
  strict(@Param('id', new ParseIntPipe({ errorHttpStatusCode: HttpStatus.NOT_ACCEPTABLE })) id: number) {
    return { id };
  }

  @Get('list')
  list(
    @Query('page', new DefaultValuePipe(1), ParseIntPipe) page: number,
    @Query('asleep', new DefaultValuePipe(false), ParseBoolPipe) asleep: boolean,
    @Query('ids', new ParseArrayPipe({ items: Number, optional: true })) ids?: number[],
    @Query('colour', new ParseEnumPipe(Colour, { optional: true })) colour?: Colour,
  ) {
    return { page, asleep, ids, colour };
  }

  @Get('uuid/:id')
  uuid(@Param('id', new ParseUUIDPipe()) id: string) {
    return { id };
  }

  @Post('whole')
  whole(@Body() body: Record<string, unknown>, @Body('name', UpperCase) name: string) {
    return { body, name };
  }

  @Post('many')
  many(@Body() cats: unknown[]) {
    return { cats };
  }
}

const ROLES = 'cat-roles';
const Roles = (...roles: string[]) => SetMetadata(ROLES, roles);

@Injectable()
class RolesGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const roles = this.reflector.getAllAndOverride<string[]>(ROLES, [context.getHandler(), context.getClass()]);
    const { headers } = context.switchToHttp().getRequest<Request>();
    if (headers['x-role'] === 'dog') throw new UnauthorizedException('No dogs.');
    return !roles || roles.includes(String(headers['x-role']));
  }
}

class NamedView {
  @Text() name: string;
}

@Controller('v1/cats/guarded')
@UseGuards(RolesGuard)
@Roles('cat')
class GuardedController {
  @Get('open')
  @Public('A test.')
  open() {
    return { name: 'Tom' };
  }

  @Get('anybody')
  @Roles('cat', 'mouse')
  @Endpoint(documents, { scope: 'read', returns: NamedView })
  anybody() {
    return { name: 'Tom' };
  }

  @Post()
  @Endpoint(documents, { scope: 'write', returns: NamedView })
  @Roles('cat')
  write() {
    return { name: 'Tom' };
  }
}

const log: string[] = [];

@Injectable()
class Logging implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    log.push(`before ${context.getHandler().name !== ''}`);
    return next.handle().pipe(tap((value: any) => log.push(`after ${value?.title ?? value?.name ?? typeof value}`)));
  }
}

@Injectable()
class Renaming implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((cat: { name: string }) => ({ ...cat, name: `Sir ${cat.name}`, extra: true })));
  }
}

@Injectable()
class Cached implements NestInterceptor {
  intercept(): Observable<unknown> {
    return of({ name: 'Cached' });
  }
}

@Injectable()
class ToConflict implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(catchError(() => throwError(() => new ConflictException('It ran into another cat.'))));
  }
}

@Injectable()
class Regretting implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      map(() => {
        throw new ConflictException('It is taken back.');
      }),
    );
  }
}

@Controller('v1/cats/intercepted')
class InterceptedController {
  constructor(@InjectStore(Document) private readonly store: ResourceStore<Document>) {}

  @Get('open')
  @Public('A test.')
  @UseInterceptors(Logging, Renaming)
  open() {
    return { name: 'Tom' };
  }

  @Get('declared')
  @Endpoint(documents, { scope: 'read', returns: NamedView })
  @UseInterceptors(Logging, Renaming)
  declared() {
    return { name: 'Tom' };
  }

  @Get('cached')
  @UseInterceptors(Cached)
  @Endpoint(documents, { scope: 'read', returns: NamedView })
  cached() {
    throw new Error('It is not called.');
  }

  @Get('failing')
  @UseInterceptors(ToConflict)
  @Endpoint(documents, { scope: 'read', returns: NamedView })
  failing() {
    throw new Error('inner');
  }

  @Post('regretted/:id')
  @UseInterceptors(Regretting)
  @Endpoint(documents, { scope: 'write', returns: DocumentView })
  regretted(@Param('id', Loaded(Document)) document: Document) {
    return this.store.update(document, { title: 'Lost' });
  }

  @Post('renamed/:id')
  @UseInterceptors(Logging)
  @Endpoint(documents, { scope: 'write', status: 200, returns: DocumentView })
  renamed(@Param('id', Loaded(Document)) document: Document, @Body('title') title: string) {
    return this.store.update(document, { title });
  }
}

@Catch(HttpException)
class CatFilter implements ExceptionFilter<HttpException> {
  catch(exception: HttpException, host: ArgumentsHost) {
    const http = host.switchToHttp();
    http
      .getResponse<Response>()
      .status(exception.getStatus())
      .json({ cat: exception.message, path: http.getRequest<Request>().path });
  }
}

@Catch(RangeError)
class RangeFilter implements ExceptionFilter<RangeError> {
  catch(error: RangeError, host: ArgumentsHost) {
    host.switchToHttp().getResponse<Response>().status(416).json({ range: error.message });
  }
}

@Controller('v1/cats/filtered')
@UseFilters(CatFilter)
class FilteredController {
  @Get('open')
  @Public('A test.')
  open() {
    throw new ForbiddenException('Not your cat.');
  }

  @Get('range')
  @UseFilters(new RangeFilter())
  @Endpoint(documents, { scope: 'read' })
  range() {
    throw new RangeError('nine lives');
  }

  @Get('declared')
  @Endpoint(documents, { scope: 'read' })
  declared() {
    throw new ConflictException('There is a cat.');
  }
}

@Controller('v1/cats/range')
@Public('A test.')
class RangeController {
  @Get()
  range() {
    throw new RangeError('nine lives');
  }
}

class Address {
  @IsString() @Length(2, 40) street: string;
  @IsOptional() @IsPostalCode('NL') code?: string;
}

@ValidatorConstraint({ name: 'isFree', async: true })
class IsFree implements ValidatorConstraintInterface {
  async validate(name: string) {
    await Promise.resolve();
    return name !== 'Garfield';
  }
  defaultMessage() {
    return '$property is taken';
  }
}

const IsLongerThan = (other: string) =>
  ValidateBy({
    name: 'isLongerThan',
    validator: {
      validate: (value: string, args) => value.trim().length > (args!.object as Record<string, string>)[other]!.length,
      defaultMessage: () => `$property must be longer than ${other}`,
    },
  });

class CreateCat {
  @IsString() @MinLength(2) @Validate(IsFree) name: string;
  @IsInt() @Min(0) @Max(40) @TypeOf(() => Number) age: number;
  @IsEmail({}, { message: 'Owners have an e-mail address.' }) owner: string;
  @IsOptional() @IsIn(['red', 'black']) colour?: string;
  @IsArray() @ArrayMaxSize(3) @IsString({ each: true }) toys: string[] = [];
  @IsDate() @TypeOf(() => Date) @IsOptional() born?: Date;
  @Transform(({ value }: { value: string }) => value?.toUpperCase()) @IsOptional() @IsString() breed?: string;
  @Expose({ name: 'full_name' }) @IsOptional() @IsString() fullName?: string;
  @Exclude() @IsOptional() secret?: string;
  @ValidateNested() @TypeOf(() => Address) @IsDefined() home: Address;
  @ValidateNested({ each: true }) @TypeOf(() => Address) @IsOptional() others?: Address[];
  @ValidateIf((cat: CreateCat) => cat.colour === 'black') @IsNotEmpty() luck?: string;
  @IsOptional() @IsLongerThan('name') title?: string;
}

class MixedCat {
  @Text({ max: 10, description: 'Its name.' }) name: string;
  @IsOptional() @ValidateIf((cat: MixedCat) => cat.name === 'TOM') @IsInt() age?: number;
}

class FindCats {
  @IsOptional() @IsInt() @Min(1) @TypeOf(() => Number) page = 1;
  @IsOptional() @IsBoolean() @Transform(({ value }) => value === 'true') asleep?: boolean;
}

class UpdateCat extends PartialType(OmitType(CreateCat, ['home'])) {}

@Controller('v1/cats/validated')
class ValidatedController {
  @Post()
  @Public('A test.')
  open(@Body() cat: CreateCat) {
    return { ...cat, is: cat.constructor.name, home: cat.home.constructor.name };
  }

  @Post('declared')
  @Endpoint(documents, { scope: 'write', returns: NamedView })
  declared(@Body() cat: CreateCat) {
    return { name: `${cat.name}, ${cat.age + 1}, ${cat.home.street}` };
  }

  @Patch()
  @Public('A test.')
  update(@Body() cat: UpdateCat) {
    return cat;
  }

  @Post('mixed')
  @Public('A test.')
  mixed(@Body() cat: MixedCat) {
    return cat;
  }

  @Get()
  @Public('A test.')
  find(@Query() query: FindCats) {
    return query;
  }
}

/** As packages bring them: it reads a header, and hands it to `verify`. */
class HeaderStrategy extends passport.Strategy {
  constructor(
    private readonly header: string,
    private readonly verify: (value: string, done: (error: unknown, user?: object | false) => void) => void,
  ) {
    super();
  }

  override authenticate(request: Request) {
    const value = request.headers[this.header];
    if (typeof value !== 'string') return this.fail('House realm="cats"');
    this.verify(value, (error, user) => {
      if (error) this.error(error);
      else if (user) this.success(user);
      else this.fail({ message: 'There is no such house.' });
    });
  }
}

class Houses extends Map<string, [workspaceId: string, userId: string]> {}

const Caller = createParamDecorator(
  (header: string, context: ExecutionContext) => context.switchToHttp().getRequest<Request>().headers[header],
);

@Injectable({ scope: Scope.REQUEST })
class PerRequest {
  static made = 0;
  readonly number = ++PerRequest.made;
}

@Controller('v1/cats/answers')
class AnswersController {
  constructor(private readonly perRequest: PerRequest) {}

  @Post('code')
  @HttpCode(202)
  @Header('X-Cat', 'Tom')
  @Public('A test.')
  open(@Headers('x-name') name: string, @Caller('x-name') caller: string) {
    return { name, caller };
  }

  @Post('declared')
  @HttpCode(202)
  @Header('X-Cat', 'Tom')
  @Endpoint(documents, { scope: 'write', returns: NamedView })
  declared(@Caller('x-name', UpperCase) name: string) {
    return { name };
  }

  @Get('later')
  @Endpoint(documents, { scope: 'read', returns: NamedView })
  later() {
    return of({ name: 'Tom' });
  }

  @Get('later-open')
  @Public('A test.')
  laterOpen() {
    return of({ name: 'Tom' });
  }

  @Get('moved')
  @Redirect('/docs', 301)
  @Public('A test.')
  moved() {}

  @Get('file')
  @Public('A test.')
  file() {
    return new StreamableFile(Buffer.from('miaow'), { type: 'text/x-cat' });
  }

  @Sse('stream')
  @Public('A test.')
  stream() {
    return of({ data: 'miaow' });
  }

  @Get('express')
  @Public('A test.')
  express(@Req() request: Request, @Res() response: Response) {
    response.status(203).json({ path: request.path });
  }

  @Get('passed')
  @Endpoint(documents, { scope: 'read', returns: NamedView })
  passed(@Res({ passthrough: true }) response: Response) {
    response.setHeader('X-Cat', 'Tom');
    return { name: 'Tom' };
  }

  @Get('toys/*path')
  @Endpoint(documents, { scope: 'read', returns: NamedView })
  toys(@Param('path') path: string[]) {
    return { name: path.join('|') };
  }

  @Get('request')
  @Endpoint(documents, { scope: 'read', returns: NamedView })
  request() {
    return { name: String(this.perRequest.number) };
  }

  @Get('nothing')
  @Public('A test.')
  nothing() {}

  @Delete('nothing')
  @HttpCode(204)
  @Public('A test.')
  remove() {}
}

@Injectable()
class Greeting implements NestMiddleware {
  use(request: Request, response: Response, next: NextFunction) {
    if (request.headers['x-stop']) throw new ForbiddenException('The door is closed.');
    response.setHeader('X-Greeting', 'miaow');
    next();
  }
}

@Injectable()
class HouseStrategy extends PassportStrategy(HeaderStrategy, 'house') {
  constructor(
    private readonly users: UsersPort,
    private readonly houses: Houses,
  ) {
    super('x-house');
  }

  async validate(house: string) {
    const [workspaceId, userId] = this.houses.get(house) ?? [];
    if (!workspaceId) return house === 'strange' ? { not: 'a credential' } : false;
    return asSystem(workspaceId, () => this.users.credentialOf(userId!, house, ['office:read']));
  }
}

const MENU = Symbol('menu');

@Module({})
class FoodModule {
  static with(...dishes: string[]): DynamicModule {
    const providers = [{ provide: MENU, useFactory: () => Promise.resolve(dishes) }];
    return { module: FoodModule, providers, exports: providers };
  }
}

const hooks: string[] = [];

@Injectable()
class Kitchen implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown {
  constructor(@Inject(MENU) readonly menu: string[]) {}
  onModuleInit() {
    hooks.push('init');
  }
  onApplicationBootstrap() {
    hooks.push('bootstrap');
  }
  onModuleDestroy() {
    hooks.push('destroy');
  }
  onApplicationShutdown() {
    hooks.push('shutdown');
  }
}

undescribed(
  ThrowingController,
  PipesController,
  GuardedController,
  InterceptedController,
  FilteredController,
  AnswersController,
  RangeController,
  ValidatedController,
);

@Module({
  imports: [AccessModule, FoodModule.with('fish', 'milk'), StoresModule.forFeature(Document)],
  controllers: [
    ThrowingController,
    PipesController,
    GuardedController,
    InterceptedController,
    FilteredController,
    AnswersController,
    ValidatedController,
  ],
  providers: [PerRequest, Houses, HouseStrategy, Kitchen],
})
class CatsModule implements NestModule {
  configure(consumer: MiddlewareConsumer) {
    consumer.apply(Greeting).forRoutes(AnswersController);
  }
}

let suite: TestApp;
let client: Client;
beforeAll(async () => {
  suite = await startTestApp({}, { modules: [CatsModule] });
  client = suite.client;
});
afterAll(() => suite.close());

const errorOf = async (path: string, options = {}) => {
  const { status, body } = await client.get(path, options);
  return [status, body.error.code, body.error.message];
};

describe('Built-in exceptions', () => {
  const answers: [string, number, string, string][] = [
    ['found', 404, 'RESOURCE_NOT_FOUND', 'There is no cat 3.'],
    ['bare', 404, 'RESOURCE_NOT_FOUND', 'Not Found'],
    ['bad', 400, 'VALIDATION_ERROR', 'A cat has nine lives.'],
    ['several', 400, 'VALIDATION_ERROR', 'name is short; age is odd'],
    ['unknown', 401, 'UNAUTHORIZED', 'Who are you?'],
    ['forbidden', 403, 'FORBIDDEN', 'Not your cat.'],
    ['conflict', 409, 'CONFLICT', 'There is a cat of this name.'],
    ['gone', 410, 'GONE', 'The cat has left.'],
    ['odd', 422, 'UNPROCESSABLE_ENTITY', 'A cat does not bark.'],
    ['teapot', 418, 'I_AM_A_TEAPOT', 'No cat.'],
    ['failed', 500, 'INTERNAL_ERROR', 'The cat is ill.'],
    ['away', 503, 'UNAVAILABLE', 'The cat is out.'],
    ['body', 403, 'FORBIDDEN', 'This is a custom message'],
    ['own', 403, 'FORBIDDEN', 'The cat is asleep.'],
    ['http', 414, 'URI_TOO_LONG', 'Too long.'],
  ];

  it.each(answers)('%s: %i %s, with its message', async (name, ...expected) => {
    expect(await errorOf(`/v1/cats/throw/open/${name}`)).toEqual(expected);
    expect(await errorOf(`/v1/cats/throw/${name}`)).toEqual(expected);
    const written = await client.post(`/v1/cats/throw/${name}`);
    expect([written.status, written.body.error.message]).toEqual([expected[0], expected[2]]);
    expect(written.body.error.request_id).toBe(written.headers.get('x-request-id'));
  });

  it('leave the message of any other error to the log', async () => {
    const [status, code, message] = await errorOf('/v1/cats/throw/open/surprise');
    expect([status, code]).toEqual([500, 'INTERNAL_ERROR']);
    expect(message).not.toContain('inner');
  });

  it('are noted as denied or failed writes', async () => {
    const { headers } = await client.post('/v1/cats/throw/odd');
    const { data } = (await client.get('/v1/guard/audit-logs?action=office.document.published&limit=1')).body;
    expect(data).toMatchObject([{ outcome: 'failure', request_id: headers.get('x-request-id') }]);
  });

  it('are kept for an Idempotency-Key, as other refusals are', async () => {
    const again = { headers: { 'Idempotency-Key': 'conflict' } };
    const first = await client.post('/v1/cats/throw/conflict', {}, again);
    const second = await client.post('/v1/cats/throw/conflict', {}, again);
    expect([second.status, second.body]).toEqual([409, first.body]);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });

  it('are not mistaken for refusals of the router, which alone are 405', async () => {
    expect(await errorOf('/v1/cats/none')).toEqual([404, 'RESOURCE_NOT_FOUND', 'Nothing exists at this URL.']);
    const { status, headers } = await client.delete('/v1/cats/throw/found');
    expect([status, headers.get('allow')]).toEqual([405, 'GET, POST, HEAD']);
  });
});

describe('Pipes', () => {
  it('of Nest convert and refuse parameters', async () => {
    expect((await client.get('/v1/cats/pipes/number/3')).body).toEqual({ id: 3 });
    expect(await errorOf('/v1/cats/pipes/number/three')).toEqual([
      400,
      'VALIDATION_ERROR',
      'Validation failed (numeric string is expected)',
    ]);
    expect((await errorOf('/v1/cats/pipes/strict/three')).slice(0, 2)).toEqual([406, 'NOT_ACCEPTABLE']);
    expect((await errorOf('/v1/cats/pipes/uuid/three')).slice(0, 2)).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('of Nest give query parameters their defaults', async () => {
    expect((await client.get('/v1/cats/pipes/list')).body).toEqual({ page: 1, asleep: false });
    expect((await client.get('/v1/cats/pipes/list?page=2&asleep=true&ids=1,2&colour=red')).body).toEqual({
      page: 2,
      asleep: true,
      ids: [1, 2],
      colour: 'red',
    });
    expect((await errorOf('/v1/cats/pipes/list?colour=blue')).slice(0, 2)).toEqual([400, 'VALIDATION_ERROR']);
  });

  it('of an application see the body and its parts, also where no class declares it', async () => {
    const { status, body } = await client.post('/v1/cats/pipes/whole', { name: 'Tom', age: 3 });
    expect([status, body]).toEqual([201, { body: { name: 'Tom', age: 3 }, name: 'TOM' }]);
    const refused = await client.post('/v1/cats/pipes/whole', { age: 3 });
    expect([refused.status, refused.body.error.message]).toEqual([400, 'name is empty']);
    expect((await client.post('/v1/cats/pipes/many', [1, { a: 2 }])).body).toEqual({ cats: [1, { a: 2 }] });
  });
});

describe('Validation', () => {
  const tom = { name: 'Tom', age: 3, owner: 'ada@example.com', home: { street: 'Mill Lane' } };
  const refusals = async (path: string, cat: object, headers = {}) => {
    const { status, body } = await client.post(path, cat, { headers });
    expect(status).toBe(400);
    return body.error.details.map(({ field, code }: any) => `${field} ${code}`).toSorted();
  };
  const paths = ['/v1/cats/validated', '/v1/cats/validated/declared'];

  it('gives the handler an instance, converted, without fields that are not declared', async () => {
    const { status, body } = await client.post(paths[0]!, {
      ...tom,
      age: '3',
      born: '2020-01-01',
      breed: 'manx',
      full_name: 'Sir Tom',
      secret: 'x',
      unknown: 1,
      home: { street: 'Mill Lane', other: 2 },
    });
    expect([status, body]).toEqual([
      201,
      {
        ...tom,
        toys: [],
        born: '2020-01-01T00:00:00.000Z',
        breed: 'MANX',
        fullName: 'Sir Tom',
        is: 'CreateCat',
        home: 'Address',
      },
    ]);
    expect((await client.post(paths[1]!, tom)).body).toEqual({ name: 'Tom, 4, Mill Lane' });
  });

  it.each(paths)('names every wrong field, nested ones by their paths: %s', async (path) => {
    const cat = { name: 5, age: 60, owner: 'ada', colour: 'blue', toys: ['a', 2], home: { street: 'x' }, others: [{}] };
    expect(await refusals(path, cat)).toEqual([
      'age out_of_range',
      'colour invalid_value',
      'home.street invalid_format',
      'name invalid_type',
      'others[0].street required',
      'owner invalid_format',
      'toys invalid_type',
    ]);
    expect(await refusals(path, {})).toEqual(['age required', 'home required', 'name required', 'owner required']);
  });

  it('applies own, asynchronous and conditional rules, and own messages', async () => {
    expect(await refusals(paths[0]!, { ...tom, name: 'Garfield' })).toEqual(['name invalid_format']);
    expect(await refusals(paths[0]!, { ...tom, colour: 'black' })).toEqual(['luck required']);
    expect((await client.post(paths[0]!, { ...tom, colour: 'black', luck: 'yes' })).status).toBe(201);
    const { body } = await client.post(paths[0]!, { ...tom, owner: 'ada' });
    expect(body.error.message).toBe('Owners have an e-mail address.');
  });

  it('lets no value of a wrong type reach a rule that compares fields', async () => {
    expect(await refusals(paths[0]!, { ...tom, title: 'T' })).toEqual(['title invalid_format']);
    expect(await refusals(paths[0]!, { ...tom, name: undefined, title: 'Sir Tom' })).toEqual(['name required']);
  });

  it('refuses fields that are not declared with Prefer: handling=strict', async () => {
    const cat = { ...tom, unknown: 1, home: { street: 'Mill Lane', other: 2 } };
    expect(await refusals(paths[0]!, cat, { Prefer: 'handling=strict' })).toEqual([
      'home.other unknown_field',
      'unknown unknown_field',
    ]);
  });

  it('also reads queries, and classes whose other fields have field decorators', async () => {
    expect((await client.get('/v1/cats/validated?page=2&asleep=true')).body).toEqual({ page: 2, asleep: true });
    expect((await client.get('/v1/cats/validated')).body).toEqual({ page: 1 });
    expect((await client.get('/v1/cats/validated?page=0')).body.error.details).toMatchObject([{ field: 'page' }]);
    expect((await client.post('/v1/cats/validated/mixed', { name: ' Tom ', age: 'x' })).body).toEqual({
      name: 'Tom',
      age: 'x',
    });
    expect(await refusals('/v1/cats/validated/mixed', { name: 'TOM', age: 'x' })).toEqual(['age invalid_type']);
    expect(await refusals('/v1/cats/validated/mixed', { name: 'x'.repeat(11), age: 'x' })).toEqual(['name too_long']);
  });

  it('works for mapped types', async () => {
    expect((await client.patch('/v1/cats/validated', { age: '4', home: {} })).body).toEqual({ age: 4 });
    const { body } = await client.patch('/v1/cats/validated', { age: 60 });
    expect(body.error.details).toMatchObject([{ field: 'age', code: 'out_of_range' }]);
  });
});

describe('Guards', () => {
  const as = (role: string) => ({ headers: { 'X-Role': role } });

  it('of a controller let through or answer 403, with what Reflector reads', async () => {
    expect((await client.get('/v1/cats/guarded/open', as('cat'))).body).toEqual({ name: 'Tom' });
    expect(await errorOf('/v1/cats/guarded/open', as('mouse'))).toEqual([403, 'FORBIDDEN', 'Forbidden resource']);
    expect((await client.get('/v1/cats/guarded/anybody', as('mouse'))).body).toEqual({ name: 'Tom' });
    expect((await client.post('/v1/cats/guarded', {}, as('mouse'))).status).toBe(403);
    expect((await client.post('/v1/cats/guarded', {}, as('cat'))).status).toBe(201);
  });

  it('come after the credential and the scope', async () => {
    expect((await client.get('/v1/cats/guarded/anybody', { ...as('mouse'), key: null })).status).toBe(401);
  });

  it('may throw', async () => {
    expect(await errorOf('/v1/cats/guarded/anybody', as('dog'))).toEqual([401, 'UNAUTHORIZED', 'No dogs.']);
  });
});

describe('Interceptors', () => {
  it('run around the handler and see what it returns', async () => {
    for (const name of ['open', 'declared']) {
      log.length = 0;
      const { body } = await client.get(`/v1/cats/intercepted/${name}`);
      expect(body.name).toBe('Sir Tom');
      expect(log).toEqual(['before true', 'after Sir Tom']);
    }
  });

  it('leave it to the view what is shown', async () => {
    expect((await client.get('/v1/cats/intercepted/declared')).body).toEqual({ name: 'Sir Tom' });
  });

  it('may answer instead of the handler, and change its errors', async () => {
    expect((await client.get('/v1/cats/intercepted/cached')).body).toEqual({ name: 'Cached' });
    expect(await errorOf('/v1/cats/intercepted/failing')).toEqual([409, 'CONFLICT', 'It ran into another cat.']);
  });

  it('are part of the transaction: an error of theirs takes the change back', async () => {
    const { body } = await client.post('/v1/office/documents', { title: 'Plan' });
    const { status } = await client.post(`/v1/cats/intercepted/regretted/${body.id}`);
    expect(status).toBe(409);
    expect((await client.get(`/v1/office/documents/${body.id}`)).body).toMatchObject({ title: 'Plan', revision: 1 });
  });

  it('leave public routes of the product as they are', async () => {
    const job = (await client.post('/v1/careers/jobs', { title: 'Analyst', department: 'Mills' })).body.id;
    expect((await client.post(`/v1/careers/jobs/${job}/publish`)).status).toBe(200);
    const candidate = { display_name: 'Ada', email: 'ada@example.com' };
    const answer = await client.post(`/v1/careers/jobs/${job}/applications`, { candidate }, { key: null });
    expect(answer.status).toBe(201);
  });

  it('do not run again for a repeated request', async () => {
    const { body } = await client.post('/v1/office/documents', { title: 'Plan' });
    const again = { headers: { 'Idempotency-Key': 'renamed' } };
    const rename = () => client.post(`/v1/cats/intercepted/renamed/${body.id}`, { title: 'New' }, again);
    log.length = 0;
    const [first, second] = [await rename(), await rename()];
    expect([first.status, first.body.title, second.body]).toEqual([200, 'New', first.body]);
    expect(log).toEqual(['before true', 'after New']);
  });
});

describe('Exception filters', () => {
  it('of a method or controller answer in the place of ours', async () => {
    const open = await client.get('/v1/cats/filtered/open');
    expect([open.status, open.body]).toEqual([403, { cat: 'Not your cat.', path: '/v1/cats/filtered/open' }]);
    const declared = await client.get('/v1/cats/filtered/declared');
    expect([declared.status, declared.body.cat]).toEqual([409, 'There is a cat.']);
    const range = await client.get('/v1/cats/filtered/range');
    expect([range.status, range.body]).toEqual([416, { range: 'nine lives' }]);
  });

  it('see errors of the API as HttpException', async () => {
    const { status, body } = await client.get('/v1/cats/filtered/declared', { key: null });
    expect([status, body.cat]).toEqual([401, 'Send an API key in X-API-Key, or a token in Authorization: Bearer.']);
  });
});

describe('Status, headers and parameters', () => {
  it('come from the decorators of Nest', async () => {
    for (const [name, expected] of [
      ['code', { name: 'tom', caller: 'tom' }],
      ['declared', { name: 'TOM' }],
    ] as const) {
      const { status, headers, body } = await client.post(
        `/v1/cats/answers/${name}`,
        {},
        { headers: { 'X-Name': 'tom' } },
      );
      expect([status, headers.get('x-cat'), body]).toEqual([202, 'Tom', expected]);
    }
  });

  it('may be set on the response, which passes through', async () => {
    const { headers, body } = await client.get('/v1/cats/answers/passed');
    expect([headers.get('x-cat'), body]).toEqual(['Tom', { name: 'Tom' }]);
  });

  it('on public routes are as in Nest for all that it sends by itself', async () => {
    const moved = await client.get('/v1/cats/answers/moved');
    expect([moved.status, moved.headers.get('location')]).toEqual([301, '/docs']);
    const file = await client.get('/v1/cats/answers/file');
    expect([file.headers.get('content-type'), file.text]).toEqual(['text/x-cat', 'miaow']);
    expect((await client.get('/v1/cats/answers/stream')).text).toContain('data: miaow');
    const own = await client.get('/v1/cats/answers/express');
    expect([own.status, own.body]).toEqual([203, { path: '/v1/cats/answers/express' }]);
    expect((await client.get('/v1/cats/answers/nothing')).status).toBe(200);
    expect((await client.delete('/v1/cats/answers/nothing')).status).toBe(204);
  });
});

describe('Paths', () => {
  it('may end with any number of parts, which Param gives as Express does', async () => {
    expect((await client.get('/v1/cats/answers/toys/balls/red%20one')).body).toEqual({ name: 'balls|red one' });
  });
});

describe('Asynchronous results', () => {
  it('may be promises and observables', async () => {
    for (const name of ['later', 'later-open'])
      expect((await client.get(`/v1/cats/answers/${name}`)).body).toEqual({ name: 'Tom' });
  });
});

describe('Middleware', () => {
  it('runs before the routes it is for, and may refuse', async () => {
    const greeted = await client.get('/v1/cats/answers/later');
    expect(greeted.headers.get('x-greeting')).toBe('miaow');
    expect((await client.get('/v1/cats/pipes/number/3')).headers.get('x-greeting')).toBeNull();
    expect(await errorOf('/v1/cats/answers/later', { headers: { 'X-Stop': '1' } })).toEqual([
      403,
      'FORBIDDEN',
      'The door is closed.',
    ]);
  });
});

describe('Injection scopes', () => {
  it('make a provider for each request', async () => {
    const ask = async () => Number((await client.get('/v1/cats/answers/request')).body.name);
    expect(await ask()).toBeLessThan(await ask());
  });
});

@Injectable()
class NoMice implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return context.switchToHttp().getRequest<Request>().headers['x-role'] !== 'mouse';
  }
}

@Injectable()
class Titled implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((value: any) => (value?.title ? { ...value, title: `${value.title}!` } : value)));
  }
}

/** Enhancers for all routes, those of the product too. */
@Module({
  providers: [
    { provide: APP_GUARD, useClass: NoMice },
    { provide: APP_PIPE, useValue: new ValidationPipe({ whitelist: true, transform: true }) },
    { provide: APP_INTERCEPTOR, useClass: Titled },
    { provide: APP_FILTER, useClass: RangeFilter },
  ],
  controllers: [RangeController],
})
class EverywhereModule {}

describe('Global enhancers', () => {
  let whole: TestApp;
  beforeAll(async () => {
    whole = await startTestApp({}, { modules: [EverywhereModule] });
  });
  afterAll(() => whole.close());

  it('stand before and around each route, those of the product too', async () => {
    const made = await whole.client.post('/v1/office/documents', {
      title: 'Plan',
      permissions: { visibility: 'private' },
    });
    expect([made.status, made.body.title]).toEqual([201, 'Plan!']);
    const at = `/v1/office/documents/${made.body.id}`;
    expect((await whole.client.get(at)).body).toMatchObject({ title: 'Plan!', permissions: { visibility: 'private' } });
    expect((await whole.client.patch(at, { title: 'New' })).body.title).toBe('New!');
    expect((await whole.client.get('/v1/office/documents?limit=1')).body.data).toMatchObject([{ title: 'New' }]);
    expect((await whole.client.get(at, { headers: { 'X-Role': 'mouse' } })).status).toBe(403);
    const range = await whole.client.get('/v1/cats/range');
    expect([range.status, range.body]).toEqual([416, { range: 'nine lives' }]);
  });
});

describe('Mapped types', () => {
  class Kitten extends IntersectionType(PickType(CreateCat, ['age']), NamedView) {}

  it('keep the rules of class-validator and of field decorators', async () => {
    expect(await readInput(Kitten, { name: ' Tom ', age: '3', owner: 'x' })).toEqual({ name: 'Tom', age: 3 });
    await expect(readInput(Kitten, { name: 5, age: 3 })).rejects.toThrow('name must be a string.');
    await expect(readInput(PartialType(CreateCat), { age: 60 })).rejects.toThrow('age must not be greater than 40');
  });
});

describe('Modules and injection', () => {
  it('give providers of dynamic modules and asynchronous factories', () => {
    expect(suite.app.get(Kitchen).menu).toEqual(['fish', 'milk']);
  });

  it('have a store in one module, which is not global', () => {
    const modules = [...suite.app.get(ModulesContainer).values()];
    const hosts = modules.filter(({ providers }) => providers.has(Document));
    expect(hosts.map(({ isGlobal }) => isGlobal)).toEqual([false]);
    const users = modules.filter(({ imports }) => [...imports].some((module) => module.imports.has(hosts[0]!)));
    expect(users.map(({ name }) => name).toSorted()).toEqual(['CatsModule', 'OfficeModule']);
  });
});

describe('Lifecycle hooks', () => {
  it('run at the start and at the end', async () => {
    hooks.length = 0;
    @Module({ imports: [FoodModule.with('fish')], providers: [Kitchen] })
    class KitchenModule {}
    const own = await startTestApp({}, { modules: [KitchenModule] });
    expect(hooks).toEqual(['init', 'bootstrap']);
    await own.close();
    expect(hooks).toEqual(['init', 'bootstrap', 'destroy', 'shutdown']);
  });
});

describe('Overridden providers', () => {
  it('stand in the whole application, which answers as the real one does', async () => {
    @Injectable()
    class Menu {
      dish = 'fish';
    }
    @Controller('v1/menu')
    class MenuController {
      constructor(private readonly menu: Menu) {}
      @Get() @Public('A test.') get() {
        return { dish: this.menu.dish };
      }
    }
    @Module({ providers: [Menu], controllers: [MenuController] })
    class MenuModule {}
    const own = await startTestApp(
      {},
      { modules: [MenuModule], override: (builder) => builder.overrideProvider(Menu).useValue({ dish: 'milk' }) },
    );
    expect((await own.client.get('/v1/menu', { described: false })).body).toEqual({ dish: 'milk' });
    expect((await own.client.get('/v1/office/documents')).status).toBe(200);
    await own.close();
  });
});

describe('Generated specs', () => {
  it('find the functions of the test runner without an import', () => {
    expect(globalThis).toMatchObject({ describe, it, expect, beforeEach: expect.any(Function) });
  });
});

describe('Caching', () => {
  class CallersCache extends CacheInterceptor {
    protected override trackBy(context: ExecutionContext) {
      return `${currentContext().credential?.id} ${super.trackBy(context)}`;
    }
  }

  it('by the credential keeps an answer for the one who got it', async () => {
    let answers = 0;
    @Controller('v1/office/naps')
    @UseInterceptors(CallersCache)
    class NapsController {
      @Get() @Endpoint(documents, { returns: NamedView, scope: 'read' }) get() {
        return { name: `${currentContext().workspaceId} ${++answers}` };
      }
    }
    @Module({ imports: [CacheModule.register()], controllers: [NapsController] })
    class NapsModule {}
    const own = await startTestApp({}, { modules: [NapsModule] });
    const other = await own.workspace();
    const get = async (from: Client) => (await from.get('/v1/office/naps')).body.name;
    expect(await get(own.client)).toBe(`${own.workspaceId} 1`);
    expect(await get(other.client)).toBe(`${other.id} 2`);
    expect([await get(own.client), await get(other.client)]).toEqual([`${own.workspaceId} 1`, `${other.id} 2`]);
    await own.close();
  });
});

describe('Passport strategies', () => {
  const from = (house: string) => client.get('/v1/office/documents', { key: null, headers: { 'X-House': house } });

  it('answer whose request it is, with the scopes that they give', async () => {
    suite.app.get(Houses).set('mill', [suite.workspaceId, suite.ownerId]);
    expect((await from('mill')).status).toBe(200);
    const written = { key: null, headers: { 'X-House': 'mill' } };
    expect((await client.post('/v1/office/documents', { title: 'Plan' }, written)).status).toBe(403);
  });

  it('say why they refuse', async () => {
    const { status, body } = await from('barn');
    expect([status, body.error.message]).toEqual([401, 'There is no such house.']);
    expect((await client.get('/v1/office/documents', { key: null })).body.error.message).toBe(
      'Send an API key in X-API-Key, or a token in Authorization: Bearer.',
    );
  });

  it('must answer a credential', async () => {
    expect((await from('strange')).status).toBe(500);
  });
});

describe('Parts that stop the start', () => {
  const starting = (controller: Type, more: ModuleMetadata = {}) => {
    @Module({ controllers: [controller], ...more })
    class OwnModule {}
    return startTestApp({}, { modules: [OwnModule] });
  };

  @Controller('v1/office/naps')
  class NapsController {
    @Get('*where') @Endpoint(documents, { returns: NamedView, scope: 'read' }) get() {}
  }

  it('are refused with what to write instead', async () => {
    @Controller('v1/cats/versions')
    class VersionedController {
      @Get() @Version('2') @Public('A test.') get() {}
    }
    await expect(starting(VersionedController)).rejects.toThrow('has a @Version: write the version into the path');

    @Controller('v1/cats/streams')
    class StreamingController {
      @Sse() @Endpoint(documents, { scope: 'read' }) get() {}
    }
    await expect(starting(StreamingController)).rejects.toThrow('has @Sse: return a StreamReply instead');

    @Controller('v1/cats/pictures')
    class PicturesController {
      @Post() @UseInterceptors(FileInterceptor('file')) @Endpoint(documents, {}) add(@UploadedFile() _file: unknown) {}
    }
    await expect(starting(PicturesController)).rejects.toThrow('let @Body() be a class that extends Upload');

    @Controller('v1/cats{/:id}')
    class OptionalController {
      @Get() @Public('A test.') get() {}
    }
    await expect(starting(OptionalController)).rejects.toThrow('declare a handler for each of the paths');
  });

  it('are caches by URL, which would give one workspace the answer of another', async () => {
    class RenamedCache extends CacheInterceptor {}
    for (const cache of [CacheInterceptor, RenamedCache]) {
      const everywhere = { provide: APP_INTERCEPTOR, useClass: cache };
      const more = { imports: [CacheModule.register()], providers: [everywhere] };
      await expect(starting(NapsController, more)).rejects.toThrow('one caller would get those of another');
    }
    UseInterceptors(CacheInterceptor)(NapsController);
    await expect(starting(NapsController, { imports: [CacheModule.register()] })).rejects.toThrow('trackBy(context)');
    Reflect.deleteMetadata(INTERCEPTORS_METADATA, NapsController);
  });

  it('are parts that answer past scopes and policies', async () => {
    // As `@WebSocketGateway()` and `@Resolver()` mark them: whoever starts Nest beside these packages loads them, too.
    @SetMetadata('websockets:is_gateway', true)
    class NapsGateway {}
    await expect(starting(NapsController, { providers: [NapsGateway] })).rejects.toThrow(
      'NapsGateway is a gateway, which takes connections without a credential',
    );
    @SetMetadata('graphql:resolver_type', 'Nap')
    class NapsResolver {}
    await expect(starting(NapsController, { providers: [NapsResolver] })).rejects.toThrow('is a GraphQL resolver');
  });

  it('are prefixes, and files in the place of the API', async () => {
    @Module({ controllers: [NapsController] })
    class InnerModule {}
    const router = RouterModule.register([{ path: 'inner', module: InnerModule }]);
    await expect(starting(NapsController, { controllers: [], imports: [InnerModule, router] })).rejects.toThrow(
      'InnerModule has the prefix /inner of RouterModule: write the whole path into @Controller of NapsController.',
    );
    const rootPath = fileURLToPath(new URL('.', import.meta.url));
    const files = (serveRoot?: string) => ({ imports: [ServeStaticModule.forRoot({ rootPath, serveRoot })] });
    for (const root of [undefined, '', '/'])
      await expect(starting(NapsController, files(root))).rejects.toThrow('give it a serveRoot');
    const own = await starting(NapsController, files('/cats-files'));
    expect((await own.client.get('/cats-files/expect-error.ts', { described: false })).status).toBe(200);
    expect((await own.client.get('/v1/office/documents')).body.data).toEqual([]);
    const { get } = (await own.client.get('/openapi.json')).body.paths['/v1/office/naps/{where}'];
    expect(get.parameters).toContainEqual(expect.objectContaining({ name: 'where', in: 'path' }));
    await own.close();
  });

  it('are classes that /openapi.json cannot describe', async () => {
    class Silent {
      name!: string;
    }
    @Controller('v1/cats')
    class SilentController {
      @Get() @Endpoint(documents, { returns: Silent, scope: 'read' }) get() {}
    }
    await expect(starting(SilentController)).rejects.toThrow(
      'SilentController.get returns Silent, which declares no field: give it field decorators.',
    );
    class Demanding {
      @Text() name: string;
      constructor(name: string) {
        this.name = name.trim();
      }
    }
    @Controller('v1/cats')
    class DemandingController {
      @Post() @Endpoint(documents, {}) add(@Body() _body: Demanding) {}
    }
    await expect(starting(DemandingController)).rejects.toThrow(
      'DemandingController.add cannot be described in /openapi.json',
    );
  });
});

it('docs/extending.md has a row for each part that is proven here, and no other', () => {
  const textOf = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
  const [, section] = textOf('../docs/extending.md').split('## What of Nest holds');
  const [table] = section!.split('\n## ');
  const rows = [...table!.matchAll(/^\| ([A-Z][^|]*?) +\|/gm)].map((match) => match[1]).slice(1);
  const proven = [...textOf('nest-contract.spec.ts').matchAll(/^describe\('([^']*)'/gm)].map((match) => match[1]);
  expect(rows.toSorted()).toEqual(proven.toSorted());
});
