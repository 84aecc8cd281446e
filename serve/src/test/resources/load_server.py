import sys, numpy as np, uvicorn
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route
A = np.load(sys.argv[1], mmap_mode='r')
def data(request):
    k = int(request.query_params['selection'].split(',')[0])
    return Response(A[k].tobytes(), media_type='application/octet-stream')
uvicorn.run(Starlette(routes=[Route('/data', data)]), host='127.0.0.1', port=int(sys.argv[2]), log_level='warning', access_log=False)
